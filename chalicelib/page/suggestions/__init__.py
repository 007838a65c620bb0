"""What markup the page's content deserves, each with a draft ready to paste (K-063).

One module a family: a function that takes the `Content` of a page and gives what it found, or nothing. Each asks for
two independent signs at least, and is silent where the page may be a list of other pages. `run.suggest` goes through
them, `rows` makes the rows of `suggestions`.
"""
