"""Writes docs/adobe.md from the pages: `.venv/bin/python -m tests.page.adobe.document`."""

from collections.abc import Sequence
from pathlib import Path

from tests.page.adobe.pages import Page, pages

_HEAD = """# Where Adobe's validator says otherwise

{count} small pages, right and wrong (`tests/page/adobe/pages.py`), judged by Kunugi and by
`@adobe/structured-data-validator` 1.7.1 with `@marbec/web-auto-extractor` 2.2.1 and schema.org release 30.0. A page is
wrong when something that Google requires is missing or a value is invalid. Kunugi's verdict is that of the
documentation on all of them; on {differ} Adobe's is not. The test `tests/page/adobe/test_adobe.py` runs both and fails
when this list is not exact.

| page | verdict | Adobe | the rule that decides |
| --- | --- | --- | --- |
"""


def document(judged: Sequence[Page]) -> str:
    """The whole file."""
    rows = [page for page in judged if page.why]
    lines = [f"| {p.name} | {_said(p.right)} | {_said(not p.right)} | {p.why} |\n" for p in rows]
    return _HEAD.format(count=len(judged), differ=len(rows)) + "".join(lines)


def _said(right: bool) -> str:
    return "right" if right else "wrong"


if __name__ == "__main__":
    target = Path(__file__).parents[3] / "docs" / "adobe.md"
    target.write_text(document(list(pages())), encoding="utf-8")
