"""The value of a Microdata property that is no item (https://html.spec.whatwg.org/multipage/microdata.html#values).

One rule is not the Standard's: a `content` attribute wins on any element, as in the W3C's drafts and as search engines
read it.
"""

from selectolax.lexbor import LexborNode

from chalicelib.page.entities import Allowance
from chalicelib.page.names import absolute

URL_ATTRIBUTE = {
    "a": "href",
    "area": "href",
    "link": "href",
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "source": "src",
    "track": "src",
    "video": "src",
    "object": "data",
}
Attributes = dict[str, str | None]


def text_value(node: LexborNode, attributes: Attributes, base: str, allowance: Allowance) -> str | None:
    """The text of a property element, URLs absolute; None when there is no room for it."""
    tag = node.tag or ""
    if attributes.get("content"):
        value = attributes["content"]
    elif tag == "meta":
        value = ""
    elif tag in URL_ATTRIBUTE:
        name = URL_ATTRIBUTE[tag]
        value = absolute(base, attributes[name] or "") if name in attributes else ""
    elif tag in ("data", "meter"):
        value = attributes.get("value")
    elif tag == "time" and "datetime" in attributes:
        value = attributes["datetime"]
    else:
        return allowance.text(node)
    value = value or ""
    return value if allowance.take(0, len(value)) else None
