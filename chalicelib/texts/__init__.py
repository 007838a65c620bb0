"""Japanese and English of every message the server says, by key. The words of the page are in `web/`.

Each room has a module here with two dictionaries of the same keys, JA and EN; a text may hold `{names}`.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Literal

Language = Literal["ja", "en"]

ROOMS = ("api", "command", "crawl", "fetch", "page")


def say(key: str, language: Language = "ja", **values: object) -> str:
    """The text of `key` with its names filled in. The key starts with its room: `fetch.dns`. KeyError when unknown."""
    return dictionary(key.partition(".")[0], language)[key].format(**values)


def dictionary(room: str, language: Language) -> Mapping[str, str]:
    """All texts of a room in one language."""
    if room not in ROOMS:
        raise KeyError(room)
    module = import_module(f"chalicelib.texts.{room}")
    texts: Mapping[str, str] = module.JA if language == "ja" else module.EN
    return texts
