"""The `kunugi` command: what it takes, and who does it."""

import argparse
import logging
import os
import sqlite3
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import ModuleType

from chalicelib import VERSION
from chalicelib.ports.bucket import BucketError, ConflictError, UnreachableError
from chalicelib.settings import SettingsError, read_settings
from chalicelib.store.errors import StoreError
from chalicelib.store.migrations import SchemaError
from chalicelib.texts import Language, Text, say

UNREADABLE = 2


def language() -> Language:
    """Japanese, unless the terminal is set to English."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "en" if locale.startswith("en") else "ja"


def tell(key: str, **values: object) -> str:
    """A text of this room in the terminal's language."""
    return say(f"command.{key}", language(), **values)


def fail(message: str) -> int:
    """One line on stderr, and the exit code for what cannot be done."""
    print("kunugi: " + " ".join(message.split()), file=sys.stderr)
    return UNREADABLE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names of files and hosts hold any bytes
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    parsed = _parser().parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except BrokenPipeError:  # `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except (SchemaError, StoreError, BucketError, sqlite3.Error, OSError, ValueError, RecursionError) as error:
        return fail(_why(error))


def _why(error: Exception) -> str:
    text = getattr(error, "text", None)
    if isinstance(text, Text):
        return text.say(language())
    if isinstance(error, UnreachableError | ConflictError):
        return say("store.bucket-unreachable", language(), error=error)
    if isinstance(error, SettingsError | SchemaError | BucketError):
        return str(error)
    if isinstance(error, sqlite3.Error):
        return tell("database-error", why=error)
    if isinstance(error, OSError):
        return f"{error.filename or ''}: {error.strerror or error}".removeprefix(": ")
    return tell("bad-input", why=f"{type(error).__name__}: {error}")  # the last resort, for what nobody foresaw


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kunugi", description=tell("about"))
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_inspect(commands)
    _add_crawl(commands)
    commands.add_parser("serve", help=tell("help-serve")).set_defaults(run=_serve)
    commands.add_parser("tick", help=tell("help-tick")).set_defaults(run=_tick)
    _add_urls(commands)
    _add_user(commands)
    _add_db(commands)
    return parser


def _add_inspect(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    inspect = commands.add_parser("inspect", help=tell("help-inspect"))
    inspect.add_argument("what", nargs="?", metavar="FILE-or-URL")
    inspect.add_argument("--url", help=tell("help-url"))
    inspect.add_argument("--header", action="append", default=[], metavar="'Name: value'", help=tell("help-header"))
    inspect.add_argument("--expectations", metavar="F.json", help=tell("help-expectations"))
    inspect.add_argument("--json", action="store_true", help=tell("help-json"))
    inspect.add_argument("--batch", metavar="FILE-or--", help=tell("help-batch"))
    inspect.set_defaults(run=_inspect)


def _add_crawl(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    crawl = commands.add_parser("crawl", help=tell("help-crawl"))
    crawl.add_argument("urls", nargs="+", metavar="URL")
    crawl.add_argument("--product", metavar="NAME", help=tell("help-product"))
    crawl.add_argument("--delay", type=_seconds, default=5.0, metavar="S", help=tell("help-delay"))
    crawl.add_argument("--own-site", action="store_true", help=tell("help-own-site"))
    crawl.add_argument("--json", action="store_true", help=tell("help-json"))
    crawl.set_defaults(run=_crawl)


def _add_urls(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    urls = commands.add_parser("urls", help=tell("help-urls")).add_subparsers(required=True, metavar="add")
    add = urls.add_parser("add", help=tell("help-urls-add"))
    add.add_argument("product", metavar="PRODUCT")
    add.add_argument("--sitemap", required=True, metavar="URL", help=tell("help-sitemap"))
    add.add_argument("--dry-run", action="store_true", help=tell("help-dry-run"))
    add.set_defaults(run=_urls_add)


def _add_user(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    user = commands.add_parser("user", help=tell("help-user")).add_subparsers(required=True, metavar="add|password")
    add = user.add_parser("add", help=tell("help-user-add"))
    add.add_argument("email")
    add.add_argument("--role", choices=("admin", "product_manager"), default="admin")
    add.set_defaults(run=_user_add)
    password = user.add_parser("password", help=tell("help-user-password"))
    password.add_argument("email")
    password.set_defaults(run=_user_password)


def _add_db(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    db = commands.add_parser("db", help=tell("help-db")).add_subparsers(required=True, metavar="ACTION")
    load = db.add_parser("import", help=tell("help-db-import"))
    load.add_argument("file")
    load.add_argument("--replace", action="store_true", help=tell("help-replace"))
    load.set_defaults(run=_db_import)
    db.add_parser("check", help=tell("help-db-check")).set_defaults(run=_db_check)
    pull = db.add_parser("pull", help=tell("help-db-pull"))
    pull.add_argument("file")
    pull.add_argument("--force", action="store_true", help=tell("help-force"))
    pull.set_defaults(run=lambda parsed: _keeping().pull_file(read_settings(), parsed.file, force=parsed.force))
    push = db.add_parser("push", help=tell("help-db-push"))
    push.add_argument("file")
    push.add_argument("--replace", action="store_true", help=tell("help-replace"))
    push.set_defaults(run=lambda parsed: _keeping().push_file(read_settings(), parsed.file, replacing=parsed.replace))
    restore = db.add_parser("restore", help=tell("help-db-restore"))
    which = restore.add_mutually_exclusive_group(required=True)
    which.add_argument("--seq", type=int, metavar="N")
    which.add_argument("--at", metavar="TIME")
    restore.add_argument("--yes", action="store_true", help=tell("help-yes"))
    restore.set_defaults(
        run=lambda parsed: _keeping().restore_state(read_settings(), seq=parsed.seq, at=parsed.at, sure=parsed.yes)
    )
    checkpoint = db.add_parser("checkpoint", help=tell("help-db-checkpoint"))
    checkpoint.set_defaults(run=lambda _: _keeping().make_checkpoint(read_settings()))
    db.add_parser("stats", help=tell("help-db-stats")).set_defaults(
        run=lambda _: _keeping().show_stats(read_settings())
    )


def _keeping() -> ModuleType:
    from infra.local import keeping

    return keeping


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 3600:
        raise argparse.ArgumentTypeError(tell("bad-delay"))
    return value


def _inspect(parsed: argparse.Namespace) -> int:
    from infra.local.inspecting import inspect, inspect_batch

    if parsed.batch:
        return inspect_batch(parsed.batch)
    if not parsed.what:
        return fail(tell("inspect-what"))
    return inspect(
        parsed.what, url=parsed.url, headers=parsed.header, expectations=parsed.expectations, as_json=parsed.json
    )


def _crawl(parsed: argparse.Namespace) -> int:
    from infra.local.crawling import crawl

    return crawl(
        read_settings(),
        parsed.urls,
        product=tell("default-product") if parsed.product is None else parsed.product,
        delay=parsed.delay,
        own_site=parsed.own_site,
        as_json=parsed.json,
    )


def _serve(parsed: argparse.Namespace) -> int:
    from infra.local.serving import serve

    return serve(read_settings())


def _tick(parsed: argparse.Namespace) -> int:
    from chalicelib.crawl.tick import tick
    from infra.local.embedded import open_services

    started = tick(open_services(read_settings()))
    print(tell("ticked", products=started.products, urls=started.urls))
    return 0


def _urls_add(parsed: argparse.Namespace) -> int:
    from infra.local.registering import add_from_sitemap

    return add_from_sitemap(read_settings(), parsed.product, parsed.sitemap, dry_run=parsed.dry_run)


def _user_add(parsed: argparse.Namespace) -> int:
    from infra.local.people import add

    return add(read_settings(), parsed.email, parsed.role)


def _user_password(parsed: argparse.Namespace) -> int:
    from infra.local.people import set_password

    return set_password(read_settings(), parsed.email)


def _db_import(parsed: argparse.Namespace) -> int:
    from infra.local.importing import import_file

    return import_file(read_settings(), parsed.file, replace=parsed.replace)


def _db_check(parsed: argparse.Namespace) -> int:
    settings = read_settings()
    if settings.bucket is not None:
        return int(_keeping().check_bucket(settings))
    from infra.local.importing import check

    return check(settings)


if __name__ == "__main__":
    sys.exit(main())
