"""The commit protocol of the database in S3 as a model of all interleavings.

Read it beside `design/store.md`; every transition names the step it stands for. `states` says what exists, `rules` what
can be taken away, `reading`, `writing` and `keeping` are the processes, `properties` is what must hold in every state,
`explore` walks all of them. Pure: no SQLite, no network, no clock (a pause is another process going first).
"""
