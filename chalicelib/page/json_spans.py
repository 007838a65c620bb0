"""Where the parts of a JSON text lie, so that an entity shows its own markup and not that of its neighbours."""

import json
import re


def element_spans(text: str, limit: int) -> list[tuple[int, int]]:
    """Where the elements of a top-level array, or of the `@graph` of a top-level object, lie in a valid text.

    At most `limit` of them. Empty when the text is neither.
    """
    scan = json.JSONDecoder().raw_decode
    space = re.compile(r"[ \t\r\n\ufeff]*+")

    def skip(position: int) -> int:
        found = space.match(text, position)
        return found.end() if found else position

    def elements(position: int) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = []
        position = skip(position + 1)
        while text[position] != "]" and len(spans) < limit:
            _, end = scan(text, position)
            spans.append((position, end))
            position = skip(end)
            if text[position] == ",":
                position = skip(position + 1)
        return spans

    try:
        position = skip(0)
        if text[position] == "[":
            return elements(position)
        position = skip(position + 1)
        while text[position] != "}":
            key, position = scan(text, position)
            position = skip(skip(position) + 1)
            if key == "@graph" and text[position] == "[":
                return elements(position)
            _, position = scan(text, position)
            position = skip(position)
            if text[position] == ",":
                position = skip(position + 1)
    except (IndexError, ValueError, RecursionError):
        pass  # recovered texts have no such places
    return []
