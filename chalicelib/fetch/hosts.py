"""The host of a URL as the crawl groups by it (design/crawl.md)."""

from chalicelib.fetch.urls import parse_url


def host_of(url: str) -> str:
    """`scheme://host:port`, the port always there: the group whose requests keep the delay between them.

    Raises UrlError for what neither registration nor a redirect lets through.
    """
    return parse_url(url).origin
