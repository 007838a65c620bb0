"""The services that this process answers with."""

from collections.abc import Callable

from chalicelib.services import Services

_services: list[Services] = []
_openers: list[Callable[[], Services]] = []


def use(services: Services) -> None:
    """Answer requests with these services from now on."""
    _services[:] = [services]


def use_when_asked(open_services: Callable[[], Services]) -> None:
    """Have them opened by the first who asks, unless `use` named others."""
    _openers[:] = [open_services]


def services_in_use() -> Services:
    """The services that `use` set, or that are opened now."""
    if not _services:
        use(_openers[0]())
    return _services[0]
