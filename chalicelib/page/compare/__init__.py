"""When a declared value agrees with what a visitor reads: one small pure function a kind (comparing.md, V1 to V14).

They know texts and lines, not things: which values of a page are compared with which is for `checks`.
"""
