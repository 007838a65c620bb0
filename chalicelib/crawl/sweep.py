"""What the hourly start puts in order among the objects of a crawl: parts nobody announced, and what is of no use.

What goes is judged by the newest state, looked at after the objects were listed. A reader's copy may be a second old,
and what it does not know yet would be taken for what is no more. Objects that nobody of ours wrote are left alone.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from chalicelib.crawl.batches import LISTS, drop_list, forget_cancelled, mark_cancelled
from chalicelib.crawl.merge import merge_parts, run_of_part
from chalicelib.crawl.messages import is_batch, part_of_key
from chalicelib.services import Services
from chalicelib.store.days import utc_text
from chalicelib.store.runs import batch_is_open, get_run, when_merged

log = logging.getLogger(__name__)

Seen = TypeVar("Seen")

KEEP_PARTS = timedelta(days=15)  # a message can be delivered again for 14 days, and must find its part


def sweep(services: Services) -> None:
    """Merge the parts whose announcement was lost; remove those long merged and those of runs that are no more."""
    before = utc_text(services.clock.now() - KEEP_PARTS)
    merged_at = _when_merged(services, list(services.objects.list("inbox/")))
    unmerged = [key for key, at in merged_at.items() if at is None]
    gone = _of_no_run(services, unmerged)
    for key in [*gone, *(key for key, at in merged_at.items() if at is not None and at < before)]:
        services.objects.delete(key)
    unannounced = [key for key in unmerged if key not in gone]
    if unannounced:
        merge_parts(services, unannounced)
    forget_cancelled(services.objects, services.clock.now() - KEEP_PARTS)
    _drop_lists(services)


def _when_merged(services: Services, keys: Sequence[str]) -> dict[str, str | None]:
    """When each part among these keys was merged, None for one that was not."""
    found: dict[str, str | None] = {}
    with services.database.read() as connection:
        for key in keys:
            named = part_of_key(key)
            if named is None:
                log.error("%s is no part", key)
            else:
                found[key] = when_merged(connection, *named)
    return found


def _of_no_run(services: Services, keys: Sequence[str]) -> set[str]:
    """The parts whose run was deleted. One that cannot be read belongs to whoever repairs it."""
    runs = {key: run for key in keys if (run := run_of_part(services, key)) is not None}
    if not runs:
        return set()
    wanted = set(runs.values())
    gone = _newest(services, lambda connection: {run for run in wanted if get_run(connection, run) is None})
    return {key for key, run in runs.items() if run in gone}


def _drop_lists(services: Services) -> None:
    """The lists of batches that have nothing left to do: their worker died before he could, or a restore had their
    URLs done by another batch. The mark keeps away a message that is still on its way, and a worker who knows the list.
    """
    listed = [key.removeprefix(LISTS) for key in services.objects.list(LISTS)]
    batches = [batch for batch in listed if is_batch(batch)]
    if not batches:
        return
    over = _newest(services, lambda connection: [batch for batch in batches if not batch_is_open(connection, batch)])
    mark_cancelled(services.objects, over, services.clock.now())
    for batch in over:
        drop_list(services.objects, batch)


def _newest(services: Services, look: Callable[[sqlite3.Connection], Seen]) -> Seen:
    """What `look` sees in the newest state there is: a writer's, who writes nothing."""
    return services.database.write(look)
