"""Writes docs/rules/: a page for every rule that a finding can name. `make facts` runs it; a test compares."""

from collections.abc import Iterator
from pathlib import Path

from chalicelib.page.rules import RULES
from chalicelib.texts import Language, dictionary, say

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
_SEVERITIES = {"error": "エラー / error", "warning": "警告 / warning", "info": "情報 / info"}
_WORDS = {
    "ja": {"why": "なぜ問題か", "said": "表示される文と直し方", "fix": "直し方"},
    "en": {"why": "Why it matters", "said": "What is said, and the fix", "fix": "Fix"},
}
_HEAD = """# 検証の規則 / Rules of validation

Every finding in `validation` names one of these rules. The pages are written from `chalicelib/page/rules.py` and
`chalicelib/texts/` by `make facts`. In the messages, `{names}` stand for what the page holds.

| rule | severity | 理由 | reason |
| --- | --- | --- | --- |
"""


def pages() -> dict[str, str]:
    """The files of the folder by name."""
    files = {f"{rule}.md": _page(rule) for rule in RULES}
    rows = "".join(
        f"| [{rule}]({rule}.md) | {_SEVERITIES[about.severity]} | {_reason(rule, 'ja')} | {_reason(rule, 'en')} |\n"
        for rule, about in sorted(RULES.items())
    )
    return {"README.md": _HEAD + rows, **files}


def write() -> None:
    """Write the folder anew; pages of rules that are no more go."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def _page(rule: str) -> str:
    about = RULES[rule]
    source = f"<{about.reference}>" if about.reference else "Kunugi"
    if about.room == "features":
        source = "Google (the page of the feature, named by the finding)"
    parts = [f"# {rule}\n\n{_SEVERITIES[about.severity]} · 規則の出典 / source of the rule: {source}\n"]
    languages: tuple[tuple[Language, str], ...] = (("ja", "日本語"), ("en", "English"))
    for language, heading in languages:
        parts.append(f"\n## {heading}\n\n" + "\n".join(_told(rule, language)) + "\n")
    return "".join(parts)


def _told(rule: str, language: Language) -> Iterator[str]:
    words = _WORDS[language]
    yield f"**{words['why']}**: {_reason(rule, language)}\n"
    yield f"**{words['said']}**\n"
    for message, fix in messages(rule, language):
        yield f"- {message}"
        yield f"  - {words['fix']}: {fix}"


def messages(rule: str, language: Language) -> list[tuple[str, str]]:
    """The rule's messages, each with its fix, with the names to fill in as they are."""
    room = RULES[rule].room
    texts = dictionary(room, language)
    key = f"{room}.{rule}"
    keys = [name for name in texts if (name == key or name.startswith(key + ".")) and not name.endswith(".fix")]
    return [(_shown(texts[name]), _shown(texts[f"{name}.fix"])) for name in keys]


def _reason(rule: str, language: Language) -> str:
    return say(f"rules.{rule}", language)


def _shown(text: str) -> str:
    """A text as Markdown shows it: what could be taken for HTML or a table is escaped."""
    text = text.replace("{{", "{").replace("}}", "}")
    for special in ("\\", "<", ">", "*", "_", "`", "|"):
        text = text.replace(special, "\\" + special)
    return text


if __name__ == "__main__":
    write()
