"""A JSON text that ends early: of several nodes those that are whole are kept. A node that was cut is not guessed."""

import json
import re

_TOKEN = re.compile(r'("(?:[^"\\]++|\\.)*+")|("(?:[^"\\]++|\\.)*+)|([\[{])|([\]}])|([,:])', re.DOTALL)
_PART_OF_VALUE = re.compile(r"[-+.\w\\]*\Z")
_LISTS = ("@graph", "@included")


def ends_early(text: str, error: json.JSONDecodeError) -> bool:
    """Whether the error is that the text ends: in a string, in a word or number, or where a value should follow."""
    if error.msg.startswith("Unterminated string"):
        return True
    return _PART_OF_VALUE.match(text.rstrip(), error.pos) is not None or not text[error.pos :].strip()


def whole_nodes(text: str) -> str | None:
    """`text` up to its last whole object at top level, in an array there or in a graph, with what is open around it
    closed; None when there is none. `text` is JSON up to where it ends.
    """
    opened: list[tuple[str, str]] = []  # what closes it, and the member that is being read
    before = name = ""
    end, closers = 0, ""
    inside = 0  # open brackets from the first that is no list of nodes
    for match in _TOKEN.finditer(text):
        string, _, opening, closing, mark = match.groups()
        if opening:
            above = opened[-1] if opened else ("]", "")
            is_list = opening == "[" and (above[0] == "]" or above[1] in _LISTS)
            holds_list = opening == "{" and not opened
            inside += not (is_list or holds_list) or inside > 0
            opened.append(("}" if opening == "{" else "]", ""))
        elif closing and opened:
            opened.pop()
            inside -= inside > 0
            in_object = bool(opened) and opened[0][0] == "}"
            if not inside and closing == "}" and (not in_object or opened[0][1] in _LISTS):
                end, closers = match.end(), "]" * (len(opened) - in_object) + "}" * in_object
        elif string and opened and opened[-1][0] == "}" and before != ":":
            name = string
        elif mark == ":" and opened:
            opened[-1] = (opened[-1][0], name[1:-1])
        before = opening or closing or mark or string
    return text[:end] + closers if end else None
