"""Products (K-020, K-055, K-088) and the demo product."""

import sqlite3
from types import NoneType
from typing import Annotated, Any

import msgspec
from chalice.app import Blueprint

from chalicelib.api.http import ApiError, Reply, Request, route
from chalicelib.api.shapes import run_shape
from chalicelib.crawl.batches import mark_cancelled
from chalicelib.crawl.plan import delete_whole_product
from chalicelib.store.days import japan_date, utc_text
from chalicelib.store.products import (
    MAX_NAME,
    ProductNameError,
    add_product,
    clean_name,
    find_product,
    list_products,
    rename_product,
    set_own_site,
)
from chalicelib.store.results import count_results
from chalicelib.store.runs import get_run
from chalicelib.store.schedules import delete_schedule, save_schedule
from chalicelib.store.urls import add_urls

blueprint = Blueprint(__name__)

DEMO_NAME = "デモサイト"
SEEN_BY = ("products", "manual_crawl", "results")

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]
Day = Annotated[int, msgspec.Meta(ge=1, le=31)]


class NewProduct(msgspec.Struct):
    """What makes a product."""

    name: Name


class ScheduleForm(msgspec.Struct):
    """K-050."""

    days: Annotated[list[Day], msgspec.Meta(max_length=31)]
    crawl_delay_seconds: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 5
    enabled: bool = True


class ProductChange(msgspec.Struct):
    """What may be changed; what is not there stays. `schedule: null` takes the product off the schedule."""

    name: Name | msgspec.UnsetType = msgspec.UNSET
    own_site: bool | msgspec.UnsetType = msgspec.UNSET
    schedule: ScheduleForm | msgspec.UnsetType | None = msgspec.UNSET


@route(blueprint, "GET", "/api/products", pages=SEEN_BY)
def get_products(request: Request) -> Reply:
    """Every product with its counts."""
    return {"products": _products(request)}


@route(blueprint, "POST", "/api/products", pages=("products",))
def create_product(request: Request) -> Reply:
    """A new, empty product."""
    name, now = _name(request.form(NewProduct).name), utc_text(request.services.clock.now())
    product_id = request.write(int, lambda connection: add_product(connection, name, now))
    return 201, {"product": _product(request, product_id)}


@route(blueprint, "POST", "/api/demo", pages=("products",))
def create_demo(request: Request) -> Reply:
    """The demo product with the URLs of the demo site; the one that is there already, if any."""
    services = request.services
    if not services.demo_urls:
        raise ApiError(404, "no-demo")
    now, urls = utc_text(services.clock.now()), services.demo_urls

    def work(connection: sqlite3.Connection) -> tuple[int, bool]:
        known = find_product(connection, DEMO_NAME)
        product_id = known or add_product(connection, DEMO_NAME, now)
        add_urls(connection, product_id, urls, now)
        return product_id, known is None

    product_id, new = request.write(tuple[int, bool], work)
    return 201 if new else 200, {"product": _product(request, product_id)}


@route(blueprint, "GET", "/api/products/{product_id}", pages=SEEN_BY)
def get_product(request: Request, product_id: int) -> Reply:
    """One product, and how many results would go with it."""
    product = _product(request, product_id)
    with request.services.database.read() as connection:
        return {"product": {**product, "result_count": count_results(connection, product_id)}}


@route(blueprint, "PATCH", "/api/products/{product_id}", pages=("products",))
def change_product(request: Request, product_id: int) -> Reply:
    """Rename, mark as the company's own site, set the schedule."""
    form, now = request.form(ProductChange), utc_text(request.services.clock.now())
    _product(request, product_id)

    def work(connection: sqlite3.Connection) -> None:
        if form.name is not msgspec.UNSET:
            rename_product(connection, product_id, _name(form.name))
        if form.own_site is not msgspec.UNSET:
            set_own_site(connection, product_id, form.own_site)
        if form.schedule is None:
            delete_schedule(connection, product_id)
        elif form.schedule is not msgspec.UNSET:
            save_schedule(connection, product_id, **msgspec.structs.asdict(form.schedule), now=now)

    request.write(NoneType, work)
    return {"product": _product(request, product_id)}


@route(blueprint, "DELETE", "/api/products/{product_id}", pages=("products",))
def remove_product(request: Request, product_id: int) -> Reply:
    """Delete the product and all that belongs to it, when its name was given (K-020)."""
    name, now = request.form(NewProduct).name, request.services.clock.now()

    def work(connection: sqlite3.Connection) -> list[str]:
        known = list_products(connection, japan_date(now), product_id)
        if not known:
            raise ApiError(404, "not-found")
        if known[0]["name"].strip() != name.strip():
            raise ApiError(400, "name-differs", "name")
        return delete_whole_product(connection, product_id, utc_text(now))

    mark_cancelled(request.services.objects, request.write(list[str], work), now)
    return {"deleted": product_id}


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except ProductNameError as error:
        raise ApiError(400, f"invalid-{error.reason}", "name", bound=error.bound) from error


def _product(request: Request, product_id: int) -> dict[str, Any]:
    found = _products(request, product_id)
    if not found:
        raise ApiError(404, "not-found")
    return found[0]


def _products(request: Request, product_id: int | None = None) -> list[dict[str, Any]]:
    now = request.services.clock.now()
    with request.services.database.read() as connection:
        products = list_products(connection, japan_date(now), product_id)
        for product in products:
            last = product.pop("last_run_id")
            run = get_run(connection, last) if last is not None else None
            product["last_run"] = run_shape(run, now) if run else None
            schedule = product["schedule"]
            product["schedule"] = schedule._asdict() if schedule else None
    return products
