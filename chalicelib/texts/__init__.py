"""Japanese and English of every message the server says, by key. The words of the page are in `web/`.

Each room has a module here with two dictionaries of the same keys, JA and EN; a text may hold `{names}`. The room `page`
has three more: what the vocabulary and the search features say, and why each rule is one.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Literal, NamedTuple

Language = Literal["ja", "en"]

ROOMS = (
    "api",
    "checks",
    "command",
    "crawl",
    "features",
    "fetch",
    "mistakes",
    "page",
    "rules",
    "store",
    "suggestions",
    "vocabulary",
)


def say(key: str, language: Language = "ja", **values: object) -> str:
    """The text of `key` with its names filled in. The key starts with its room: `fetch.dns`. KeyError when unknown.

    A value that is a list names texts, which are said one after the other.
    """
    text = dictionary(key.partition(".")[0], language)[key]
    for name, value in values.items():
        if isinstance(value, list):
            values[name] = ("、" if language == "ja" else ", ").join(say(str(one), language) for one in value)
    return text.format(**values)


class Text(NamedTuple):
    """A text to be said later, in whichever language: its key, and what to fill in, which may be texts again."""

    key: str
    values: Mapping[str, object]

    def say(self, language: Language = "ja") -> str:
        """The text in that language."""
        known = {name: getattr(value, "text", value) for name, value in self.values.items()}
        filled = {name: value.say(language) if isinstance(value, Text) else value for name, value in known.items()}
        return dictionary(self.key.partition(".")[0], language)[self.key].format(**filled)


@cache
def dictionary(room: str, language: Language) -> Mapping[str, str]:
    """All texts of a room in one language."""
    if room not in ROOMS:
        raise KeyError(room)
    module = import_module(f"chalicelib.texts.{room}")
    texts: Mapping[str, str] = module.JA if language == "ja" else module.EN
    return texts


def say_again(row: Mapping[str, object], field: str, language: Language) -> str:
    """`message`, `reason` or `fix` of a stored finding, in another language or a newer wording than it was stored in.

    The row names its text in `<field>_key` and what to fill in in `<field>_args` (result_json.md), which a fix shares
    with its message; where it does not, or names a text that is no more, the stored one stands.
    """
    key, values = row.get(f"{field}_key"), row.get(f"{field}_args", row.get("message_args"))
    if isinstance(key, str):
        try:
            return say(key, language, **(values if isinstance(values, dict) else {}))
        except (KeyError, IndexError, TypeError, ValueError):
            pass
    return str(row.get(field, ""))
