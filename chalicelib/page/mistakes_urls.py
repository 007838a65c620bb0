"""Mistakes in URLs that the vocabulary takes for right: hosts of tests, relative URLs, breadcrumbs that go nowhere new.

A host of tests is one that visitors do not come to. Words such as `dev` or `demo` stand in good hosts of others too
(dev.mysql.com), so there the host must be kin to the page's own; `localhost`, private addresses and `stg` are sure.
"""

import re
from functools import lru_cache
from typing import Any

from chalicelib.page.compare.url import address
from chalicelib.page.entities import Harvest
from chalicelib.page.gather import Node, Thing
from chalicelib.page.jsonld import SOURCE as JSON_LD
from chalicelib.page.mistakes import report_mistake
from chalicelib.page.names import absolute
from chalicelib.page.source import words
from chalicelib.page.vocabulary import is_one_of

# Read as the site's own by search engines; the others (sameAs, citation, downloadUrl) rightly lead elsewhere
_OWN = frozenset(
    words("@id url item image logo photo mainEntityOfPage thumbnailUrl contentUrl embedUrl urlTemplate target")
)
_HOSTED = _OWN | {"sameAs"}
# Google: "a fully-qualified URL"; of an item and an image it takes a relative one by chance only
_FULL = frozenset(words("url item image logo thumbnailUrl contentUrl embedUrl sameAs"))
_ADDRESSES = ("@id", "url", "item", "mainEntityOfPage", "target", "urlTemplate")
_INNER_NAMES = ("item", "image", "logo", "mainEntityOfPage")

_NEVER_PUBLIC = re.compile(
    r"(?:^|\.)localhost(?::|$)|\.(?:local|localdomain|internal|lan|test)(?::|$)"
    r"|^(?:127|10)(?:\.\d{1,3}){3}(?::|$)|^192\.168(?:\.\d{1,3}){2}(?::|$)"
    r"|^172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}(?::|$)"
    r"|^169\.254(?:\.\d{1,3}){2}(?::|$)|^0\.0\.0\.0(?::|$)|^\[?::1\]?(?::|$)"
)
_SURE = re.compile(r"(?:^|[.\-])(?:stg|staging|preprod|preproduction)\d*(?=[.\-:])")
_MAYBE = re.compile(
    r"(?:^|[.\-])(?:dev|develop|development|test|testing|demo|preview|uat|qa|sandbox|stage|local)\d*(?=[.\-:])"
)
_PREVIEWS = re.compile(
    r"\.(?:vercel\.app|netlify\.app|pages\.dev|web\.app|firebaseapp\.com|herokuapp\.com|onrender\.com|ngrok\.io"
    r"|ngrok-free\.app|ngrok\.app|wpengine\.com|wpenginepowered\.com|kinsta\.cloud|pantheonsite\.io|azurewebsites\.net"
    r"|amplifyapp\.com|trycloudflare\.com|loca\.lt|wpcomstaging\.com"
    r"|cloudwaysapps\.com|flywheelsites\.com|webflow\.io)(?::|$)"
)
_SURE_PREVIEWS = re.compile(
    r"\.(?:ngrok\.io|ngrok-free\.app|ngrok\.app|trycloudflare\.com|loca\.lt|wpcomstaging\.com)(?::|$)"
)
_SECOND = frozenset(words("co or ne ac go ed gr lg ad com org net gov edu"))
_PLACES_OF_OTHERS = ("SoftwareApplication", "SoftwareSourceCode", "Person", "WebApplication", "APIReference", "Dataset")
_HOST = re.compile(
    r"(?:https?:)?//(?:[^/?#@\s]{0,200}@)?(\[[0-9a-f:.]{2,45}\](?::\d+)?|[^/?#\s\\@]{1,255})", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"(?:/(?!/)|\.{1,2}/|\?[\w\-]+=)[!-~]*\Z"
    r"|[\w\-./%]{1,300}\.(?:jpe?g|png|gif|webp|svg|avif|html?|php|mp4)(?:\?[!-~]*)?\Z",
    re.ASCII | re.IGNORECASE,
)
_MAX_VALUES = 50  # of one property of a thing
_MAX_LEVELS = 100


class UrlMistakes:
    """The mistakes of one page. Every origin is judged once, every host told once for each name and type."""

    def __init__(self, harvest: Harvest, url: str) -> None:
        self.harvest = harvest
        self.url = url
        self.own = _host_of(url)
        self._own_is_sound = _is_sound(self.own)
        self._origins: dict[str, str] = {}
        self._told: set[tuple[str, ...]] = set()

    def check(self, thing: Thing, name: str, values: list[Any]) -> None:
        """Judge the values of one property that holds URLs."""
        for which, value in enumerate(values[:_MAX_VALUES]):
            text = value
            if isinstance(value, dict):
                text = value.get("@id")
            elif isinstance(value, Thing):
                text = value.identifier if name in _INNER_NAMES and not value.properties else None
            if isinstance(text, str) and text:
                number = which if len(values) > 1 else None
                if text[:4] == "http" or text[:2] == "//":
                    self.host(thing, name, text, number)
                elif name in _FULL and isinstance(value, str) and _RELATIVE.match(text.strip()[:2000]):
                    self._relative(thing, name, text, number)

    def host(self, thing: Thing, name: str, text: str, which: int | None) -> None:
        """Judge the host of an absolute URL."""
        if not self._own_is_sound:
            return
        end = text.find("/", 8)
        origin = text[:end] if 0 < end < 300 else text[:300]
        kind = self._origins.get(origin)
        if kind is None:
            kind = self._origins[origin] = self._kind(origin) if len(self._origins) < 1000 else ""
        if not kind or (kind in ("maybe", "service") and not self._is_own_place(thing, name)):
            return
        if kind == "service" and name not in _ADDRESSES:  # pictures lie there with reason
            return
        host = _host_of(origin)
        key = (host, name, *thing.types[:1])
        if key not in self._told:
            self._told.add(key)
            variant = "private" if kind == "never" else ""
            report_mistake(
                self.harvest,
                thing,
                "foreign-host",
                name,
                {"field": name, "host": host, "value": text},
                variant=variant,
                which=which,
            )

    def _kind(self, origin: str) -> str:  # noqa: PLR0911 -- one return a kind of host
        """never: nobody can reach it; tests: sure; maybe, service: where said of the site's own; "": sound."""
        host = _host_of(origin)
        if not host or host == self.own:
            return ""
        if _never(host):
            return "never"
        site = _site(host)
        kin = site == _site(self.own) or _is_kin(host, self.own)
        ahead = host[: -len(site)] if host.endswith(site) else ""
        if _SURE.search(ahead + "." if ahead else "") or _SURE_PREVIEWS.search(host):
            return "tests"
        if kin and _SURE.search(host):
            return "tests"
        if kin and _MAYBE.search(ahead if site == _site(self.own) else host):
            return "maybe"
        if _PREVIEWS.search(host):
            return "maybe" if kin else "service"
        return ""

    @staticmethod
    def _is_own_place(thing: Thing, name: str) -> bool:
        elsewhere = name in _ADDRESSES and any(is_one_of(kind, _PLACES_OF_OTHERS) for kind in thing.types[:5])
        return name in _OWN and not elsewhere

    def _relative(self, thing: Thing, name: str, text: str, which: int | None) -> None:
        key = ("relative", name, *thing.types[:1])
        shown = "ListItem" in thing.types or any(node.outermost for node in thing.nodes)
        if key in self._told or not shown or any(node.source != JSON_LD for node in thing.nodes):
            return  # the other syntaxes make URLs absolute
        self._told.add(key)
        better = absolute(self.url, text)
        if better.startswith("http"):
            report_mistake(
                self.harvest, thing, "relative-url", name, {"field": name, "value": text, "better": better}, which=which
            )

    def trail(self, thing: Thing) -> None:
        """`breadcrumb-same-url`: two levels of one trail with one URL."""
        things = self.harvest.things()
        for node in thing.nodes:
            declared = node.properties.get("itemListElement")
            levels = declared if isinstance(declared, list) else []
            met: dict[Any, tuple[str, str, str]] = {}
            for value in levels[:_MAX_LEVELS]:
                level = things.resolve(value) if isinstance(value, dict) else None
                if level is None or "itemListElement" in level.properties:
                    continue
                target = _target(level)
                found = address(absolute(self.url, target)) if target else None
                if found is None:
                    continue
                key = (found.host, found.path, found.query, target.partition("#")[2])
                position, name = str(level.first("position")), _name(level)
                first = met.setdefault(key, (position, name, target))
                if first[:2] != (position, name) and (first[0] != position or position == "None"):
                    self._same(thing, node, level, first, (position, name, target))
                    break

    def _same(
        self, thing: Thing, node: Node, level: Thing, first: tuple[str, str, str], second: tuple[str, str, str]
    ) -> None:
        args = {"one": first[1] or first[0], "other": second[1] or second[0], "value": second[2]}
        report_mistake(self.harvest, thing, "breadcrumb-same-url", "itemListElement", args)


def url_names() -> frozenset[str]:
    """The properties whose values `check` judges."""
    return _HOSTED - {"@id"}


def _target(level: Thing) -> str:
    for value in (level.first("item"), level.first("url")):
        if isinstance(value, Thing):
            named = value.identifier is not None and value.identifier[:2] != "_:"
            text = value.identifier if named else value.first("url")
        else:
            text = value.get("@id") if isinstance(value, dict) else value
        if isinstance(text, str) and text.strip():
            return text.strip()[:2000]
    return ""


def _name(level: Thing) -> str:
    name, item = level.first("name"), level.first("item")
    if name is None and isinstance(item, Thing):
        name = item.first("name")
    return " ".join(name.split())[:100] if isinstance(name, str) else ""


def _host_of(url: str) -> str:
    found = _HOST.match(url)
    return found[1].lower().rstrip(".") if found else ""


def _never(host: str) -> bool:
    return _NEVER_PUBLIC.search(host) is not None


@lru_cache(maxsize=256)
def _is_sound(own: str) -> bool:
    """Whether the page's own host is one that visitors come to."""
    return not any(host.search(own) for host in (_NEVER_PUBLIC, _SURE, _MAYBE, _PREVIEWS))


def _site(host: str) -> str:
    """The part of a host that is registered: two labels, or three below `co.jp` and the like."""
    labels = host.partition(":")[0].split(".")
    three = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND
    return ".".join(labels[-3:] if three else labels[-2:]) + (host[host.find(":") :] if ":" in host else "")


def _is_kin(host: str, own: str) -> bool:
    """Whether a host bears the name of the site, as `minato-dev.vercel.app` does that of `minato.co.jp`."""
    name = _site(own).partition(".")[0]
    return len(name) > 2 and re.search(rf"(?:^|[.\-]){re.escape(name)}(?:[.\-:]|$)", host) is not None
