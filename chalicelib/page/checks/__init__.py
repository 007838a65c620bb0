"""The checks of K-066, one module a family: which declared values are compared with what on the page.

Each check is a generator of rows of `consistency_checks` over a `View`; `run.py` runs them all.
"""
