"""The services of a Lambda function: everything in one bucket, two queues, and SES (settings from the environment)."""

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from chalicelib.services import Services
from chalicelib.settings import Settings, SettingsError, read_settings

# Waiting in the function is cheaper than going back to the queue, which counts it as a delivery. A slice counts it as
# its own time: with a last page of 20 s, and the reading, this stays well below the function's 90 s.
PATIENCE_SECONDS = 40.0
COPIES = Path("/tmp/kunugi")  # noqa: S108 - the one place a function may write


@cache
def open_services() -> Services:
    """Opened once a process, by whichever handler comes first. Raises SettingsError that names what is not set."""
    return services_of(read_settings(), os.environ)


def services_of(settings: Settings, env: Mapping[str, str]) -> Services:
    """The services on what `env` names: KUNUGI_CRAWL_QUEUE and KUNUGI_MERGE_QUEUE (URLs), KUNUGI_MAIL_FROM."""
    from chalicelib.fetch.client import Client
    from chalicelib.ports.clock import SystemClock
    from chalicelib.ports.lambda_telemetry import LambdaTelemetry, log_as_json
    from chalicelib.ports.s3_bucket import S3Bucket
    from chalicelib.ports.ses_mailer import SesMailer
    from chalicelib.ports.sqs_queue import SqsQueue, sqs_client
    from chalicelib.store.bucket_database import BucketDatabase

    if settings.bucket is None:
        raise SettingsError("KUNUGI_BUCKET is not set")
    if not settings.secret_key:
        raise SettingsError("KUNUGI_SECRET_KEY is not set: every function needs the same one")
    log_as_json()
    telemetry = LambdaTelemetry()
    clock, bucket, sqs = SystemClock(), S3Bucket(settings.bucket), sqs_client()
    return Services(
        settings=replace(settings, data=COPIES),
        database=BucketDatabase(bucket, COPIES / str(os.getpid()), clock, telemetry=telemetry),
        objects=bucket,
        crawl_queue=SqsQueue(_needed(env, "KUNUGI_CRAWL_QUEUE"), client=sqs),
        merge_queue=SqsQueue(_needed(env, "KUNUGI_MERGE_QUEUE"), client=sqs),
        mailer=SesMailer(_needed(env, "KUNUGI_MAIL_FROM")),
        clock=clock,
        client=Client(settings.allow_networks, settings.contact_url or settings.base_url),
        patience_seconds=PATIENCE_SECONDS,
        telemetry=telemetry,
    )


def _needed(env: Mapping[str, str], name: str) -> str:
    value = env.get(name)
    if not value:
        raise SettingsError(f"{name} is not set")
    return value
