"""What the hourly start puts in order among the objects of a crawl: parts nobody announced, and what is of no use."""

from datetime import timedelta

from chalicelib.crawl.batches import LISTS, drop_list, forget_cancelled, mark_cancelled
from chalicelib.crawl.merge import merge_parts, run_is_gone
from chalicelib.services import Services
from chalicelib.store.days import utc_text
from chalicelib.store.runs import batch_is_open, when_merged

KEEP_PARTS = timedelta(days=15)  # a message can be delivered again for 14 days, and must find its part


def sweep(services: Services) -> None:
    """Merge the parts whose announcement was lost; remove those long merged and those of runs that are no more."""
    before = utc_text(services.clock.now() - KEEP_PARTS)
    unannounced = []
    for key in list(services.objects.list("inbox/")):
        _, batch, part = key.split("/")
        with services.database.read() as connection:
            merged_at = when_merged(connection, batch, int(part))
        if merged_at is None and not run_is_gone(services, key):
            unannounced.append(key)
        elif merged_at is None or merged_at < before:
            services.objects.delete(key)
    if unannounced:
        merge_parts(services, unannounced)
    forget_cancelled(services.objects, services.clock.now() - KEEP_PARTS)
    _drop_lists(services)


def _drop_lists(services: Services) -> None:
    """The lists of batches that have nothing left to do: their worker died before he could, or a restore had their
    URLs done by another batch. The mark keeps away a message that is still on its way, and a worker who knows the list.
    """
    for key in list(services.objects.list(LISTS)):
        batch = key.removeprefix(LISTS)
        with services.database.read() as connection:
            if not batch_is_open(connection, batch):
                mark_cancelled(services.objects, [batch], services.clock.now())
                drop_list(services.objects, batch)
