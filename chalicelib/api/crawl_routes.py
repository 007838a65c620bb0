"""Manual crawls and their progress (K-053, K-081)."""

from typing import Annotated, Any

import msgspec
from chalice.app import Blueprint

from chalicelib.api.http import ApiError, Reply, Request, route
from chalicelib.api.shapes import row_shape, run_shape
from chalicelib.crawl.plan import Mode, NothingToCrawlError, cancel, start_manual_run
from chalicelib.store.products import product_exists
from chalicelib.store.results import ResultFilter, list_results
from chalicelib.store.runs import NEWEST, get_run, list_runs

blueprint = Blueprint(__name__)


class RunForm(msgspec.Struct):
    """How to crawl."""

    mode: Mode = "not_crawled"
    delay_seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 5.0


@route(blueprint, "POST", "/api/products/{product_id}/runs", pages=("manual_crawl",))
def start_run(request: Request, product_id: int) -> Reply:
    """Create and queue a run; the work is done elsewhere."""
    form = request.form(RunForm)
    with request.services.database.read() as connection:
        if not product_exists(connection, product_id):
            raise ApiError(404, "not-found")
    delay = int(form.delay_seconds) if form.delay_seconds.is_integer() else form.delay_seconds
    try:
        run_id = start_manual_run(request.services, product_id, mode=form.mode, delay_seconds=delay, key=request.key)
    except NothingToCrawlError as error:
        raise ApiError(409, "nothing-to-crawl") from error
    return 202, {"run": _run(request, run_id)}


@route(blueprint, "GET", "/api/runs", pages=("manual_crawl", "dashboard"))
def get_runs(request: Request) -> Reply:
    """Runs, newest first."""
    limit = request.number("limit", 20, least=1, most=100)
    before, product = request.number("before", NEWEST), request.number("product", 0)
    with request.services.database.read() as connection:
        runs = list_runs(connection, before=before, limit=limit + 1, product_id=product or None)
    now, page = request.services.clock.now(), runs[:limit]
    return {
        "runs": [run_shape(run, now) for run in page],
        "next": page[-1]["id"] if len(runs) > limit else None,
    }


@route(blueprint, "GET", "/api/runs/{run_id}", pages=("manual_crawl",))
def get_one_run(request: Request, run_id: int) -> Reply:
    """One run with its newest results: what the progress shows."""
    run = _run(request, run_id)
    with request.services.database.read() as connection:
        recent = list_results(connection, ResultFilter(run_id=run_id), limit=10)
    return {"run": run, "recent": [row_shape(row) for row in recent]}


@route(blueprint, "POST", "/api/runs/{run_id}/cancel", pages=("manual_crawl",))
def cancel_run(request: Request, run_id: int) -> Reply:
    """End the run; what was crawled stays. A run that has ended stays as it is."""
    if _run(request, run_id)["finished_at"] is None:
        cancel(request.services, run_id)
    return {"run": _run(request, run_id)}


def _run(request: Request, run_id: int) -> dict[str, Any]:
    with request.services.database.read() as connection:
        run = get_run(connection, run_id)
    if run is None:
        raise ApiError(404, "not-found")
    return run_shape(run, request.services.clock.now())
