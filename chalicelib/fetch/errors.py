"""What can go wrong while getting a page, by the stable kinds of K-042, and while reading a sitemap (K-021)."""

from chalicelib.texts import Language, Text, say

KINDS = (
    "dns",
    "dns-transient",
    "tls",
    "connection-refused",
    "connection-reset",
    "connection-timeout",
    "timeout",
    "too-large",
    "redirect-loop",
    "blocked-address",
    "robots",
    "content-decoding",
    "parse-error",
    "unknown",
)

# What may pass when asked again later; never dns, tls, connection-refused or parse-error.
RETRYABLE = frozenset({"connection-reset", "connection-timeout", "timeout", "dns-transient"})


class FetchError(Exception):
    """A page could not be had. `kind` is one of K-042's; `detail` is technical, short and holds no secret."""

    def __init__(self, kind: str, detail: str = "") -> None:
        if kind not in KINDS:
            raise ValueError(f"{kind} is no kind of K-042")
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = _one_line(detail)

    @property
    def retryable(self) -> bool:
        """Whether asking again later may help."""
        return self.kind in RETRYABLE

    def message(self, language: Language = "ja") -> str:
        """The text for `crawl_results.error_message`: the kind, what it means for a person, and the detail."""
        text = f"{self.kind}: {say(f'fetch.{self.kind}', language)}"
        return f"{text} ({self.detail})" if self.detail else text

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


def _one_line(text: str, limit: int = 200) -> str:
    """Details quote what a server sent: no line breaks or control characters, and an end."""
    line = "".join(sign if sign.isprintable() else "?" for sign in text)
    return line if len(line) <= limit else line[: limit - 1] + "…"


class SitemapError(Exception):
    """A file is no sitemap that can be read. `reason_code` names its text, `fetch.sitemap.<reason_code>`.

    line, column: where, from 1, in characters; None where the file as a whole is meant.
    """

    def __init__(self, reason_code: str, line: int | None = None, column: int | None = None, **values: object) -> None:
        super().__init__(reason_code, line, column)
        self.reason_code = reason_code
        self.line = line
        self.column = column
        self.text = Text(f"fetch.sitemap.{reason_code}", values)

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text.say('en')}"
