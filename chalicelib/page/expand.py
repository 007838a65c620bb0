"""JSON-LD nodes in the form of `properties` (spec/result_json.md): names short, `@id` absolute, contexts worked in.

Rules: JSON-LD 1.1 API §5.1 (expansion), with three simplifications. One value stands alone. Lists and sets are rows of
values. A datatype or language that a context adds leaves the text as the page declares it; a term that the page itself
coerces to `@id` or `@vocab` gives a reference.

`parts` and `within` are also what finds the way back from a path of `properties` into the page's JSON (json_ways.py).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from chalicelib.page.context import Context, Term
from chalicelib.page.entities import put
from chalicelib.page.names import listed, one_or_list

_LISTS = ("@list", "@set")


class Part(NamedTuple):
    """One value of a property. way: keys and numbers that lead to it from what the property holds.

    keyed: the keyword its key in a map stands for (`@id`, `@type`, `@language`), and the key.
    """

    value: Any
    way: tuple[str | int, ...]
    keyed: tuple[str, str] | None = None


def node(value: dict[str, Any], context: Context, term: Term | None = None) -> dict[str, Any]:
    """A node object. term: that of the property it stands in, whose context may hold here."""
    context, typing = within(value, context, term)
    out: dict[str, Any] = {}
    _members(value, context, typing, out)
    return out


def within(value: dict[str, Any], context: Context, term: Term | None) -> tuple[Context, Context]:
    """The context inside a node, and the one that explains its types (API §5.1.2, steps 7 to 11)."""
    if context.outer is not None and "@value" not in value and not (len(value) == 1 and context.keyword("@id", value)):
        context = context.outer
    if term is not None and term.scoped:
        context = context.extended(term.context, over_protected=True)
    if "@context" in value:
        context = context.extended(value["@context"])
    typing = context
    if typing.scoped:
        key = typing.keyword("@type", value)
        for name in sorted(kind for kind in listed(value[key]) if isinstance(kind, str)) if key else ():
            scope = typing.terms.get(name)
            if scope is not None and scope.scoped:
                context = context.extended(scope.context, reaches_in=False)
    return context, typing


def _members(value: dict[str, Any], context: Context, typing: Context, out: dict[str, Any]) -> None:
    for key, item in value.items():
        name, term = context.key(key, value)
        if name is None:
            continue
        if name[:1] == "@":
            _keyword(name, item, context, typing, out)
        elif term is None and not isinstance(item, (dict, list)):
            if item is not None:
                if name in out:
                    put(out, name, [item])
                else:
                    out[name] = item
        else:
            values = [full for part in parts(item, term, context) if (full := _value(part, term, context)) is not None]
            put(out.setdefault("@reverse", {}) if term is not None and term.reverse else out, name, values)


def _keyword(name: str, item: Any, context: Context, typing: Context, out: dict[str, Any]) -> None:
    if name == "@type":
        types = [typing.type(kind.strip()) for kind in listed(item) if isinstance(kind, str) and kind.strip()]
        if types:
            out["@type"] = one_or_list(types)
    elif name == "@id":
        if isinstance(item, str):
            out["@id"] = context.identifier(item)
    elif name == "@reverse":
        if isinstance(item, dict):
            inner: dict[str, Any] = {}
            properties = {key: part for key, part in item.items() if (context.key(key, item)[0] or "@")[:1] != "@"}
            _members(properties, context, typing, inner)
            for twice, values in inner.pop("@reverse", {}).items():  # turned round and back again
                put(out, twice, listed(values))
            for turned, values in inner.items():
                put(out.setdefault("@reverse", {}), turned, listed(values))
    elif name == "@nest":
        for part in listed(item):
            if isinstance(part, dict):
                _members(part, context, typing, out)
    elif name in ("@graph", "@included"):
        out[name] = one_or_list([node(part, context) for part in listed(item) if isinstance(part, dict)])


def parts(item: Any, term: Term | None, context: Context) -> Iterator[Part]:
    """The values of a property: those of arrays in arrays, of `@list` and `@set`, and of maps; null is none."""
    if term is not None:
        if term.coercion == "@json":
            yield Part({"@type": "@json", "@value": item}, ())
            return
        if term.containers and isinstance(item, dict):
            maps = term.containers & {"@language", "@index", "@id", "@type"}
            if maps and not any(context.keyword(name, item) for name in ("@value", *_LISTS)):
                yield from _mapped(item, min(maps - {"@index"}, default="@index"), context)
                return
    yield from _flat(item, (), context)


def _mapped(item: dict[str, Any], kind: str, context: Context) -> Iterator[Part]:
    """The values of a language, index, id or type map (JSON-LD 1.1 §4.6)."""
    for key, value in item.items():
        keyed = None if kind == "@index" or key == "@none" or context.key(key, {})[0] == "@none" else (kind, key)
        for part in _flat(value, (key,), context):
            yield part if keyed is None else part._replace(keyed=keyed)


def _flat(value: Any, way: tuple[str | int, ...], context: Context) -> Iterator[Part]:
    if isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, (dict, list)):
                yield from _flat(inner, (*way, number), context)
            elif inner is not None:
                yield Part(inner, (*way, number))
    elif isinstance(value, dict):
        held = next((key for name in _LISTS if (key := context.keyword(name, value))), None)
        if held is not None:
            yield from _flat(value[held], (*way, held), context)
        elif not ("@value" in value and value["@value"] is None):
            yield Part(value, way)
    elif value is not None:
        yield Part(value, way)


def _value(part: Part, term: Term | None, context: Context) -> Any:
    value, keyed = part.value, part.keyed
    if isinstance(value, dict):
        held = context.keyword("@value", value)
        return _literal(value, held, context) if held is not None else _node_of(value, keyed, term, context)
    if not isinstance(value, str):
        return value
    if keyed is not None and keyed[0] == "@language":
        return {"@value": value, "@language": keyed[1]}
    if keyed is not None and keyed[0] == "@type":
        return {"@type": context.type(keyed[1]), "@id": context.identifier(value)}
    if term is not None and term.coercion == "@id":
        return {"@id": context.identifier(value)}
    return {"@id": context.word(value)} if term is not None and term.coercion == "@vocab" else value


def _node_of(
    value: dict[str, Any], keyed: tuple[str, str] | None, term: Term | None, context: Context
) -> dict[str, Any]:
    full = node(value, context, term)
    if keyed is not None and keyed[0] == "@id":
        full.setdefault("@id", context.identifier(keyed[1]))
    elif keyed is not None and keyed[0] == "@type":
        full = {"@type": one_or_list([context.type(keyed[1]), *listed(full.pop("@type", []))]), **full}
    return full


def _literal(value: dict[str, Any], held: str, context: Context) -> Any:
    """A value object: the value alone where it says nothing else."""
    content = value[held]
    out: dict[str, Any] = {"@value": content}
    for name in ("@type", "@language"):
        key = context.keyword(name, value)
        if key is not None and isinstance(value[key], str):
            out[name] = value[key] if name == "@language" or value[key] == "@json" else context.type(value[key])
    return content if len(out) == 1 and not isinstance(content, dict | list) else out
