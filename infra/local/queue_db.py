"""The Queue protocol on a durable SQLite file that several processes and threads share (design/crawl.md)."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from chalicelib.ports.clock import Clock
from chalicelib.ports.queue import Message
from infra.local.owner import Owner

POLL_SECONDS = 0.1
# Nobody keeps a message back for longer than an hour (turns.LONGEST): what is further off was written before the clock
# was set back, and would stop its group until that time came again.
FAR_SECONDS = 2 * 3600.0

# Of each group only the oldest message is a `head`, and only heads are delivered, so a receive reads no others.
# `ready_at` (seconds since 1970) is when a message may be delivered: for one in flight, when its time-out is over.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  queue TEXT NOT NULL,
  group_name TEXT NOT NULL,
  body TEXT NOT NULL,
  once TEXT NOT NULL,
  head INTEGER NOT NULL,
  ready_at REAL NOT NULL,
  receives INTEGER NOT NULL DEFAULT 0,
  owner TEXT
);
CREATE UNIQUE INDEX IF NOT EXISTS messages_once ON messages (queue, once);
CREATE INDEX IF NOT EXISTS messages_group ON messages (queue, group_name, id);
CREATE INDEX IF NOT EXISTS messages_ready ON messages (queue, ready_at, id) WHERE head = 1;
CREATE INDEX IF NOT EXISTS messages_owner ON messages (owner) WHERE owner IS NOT NULL;
"""

_SEND = """
INSERT INTO messages (queue, group_name, body, once, head, ready_at)
SELECT :queue, :group, :body, :once,
       NOT EXISTS (SELECT 1 FROM messages WHERE queue = :queue AND group_name = :group), :now
WHERE true ON CONFLICT (queue, once) DO NOTHING
"""
_READY = """
SELECT id, group_name, body, receives + 1 FROM messages
WHERE queue = :queue AND head = 1 AND (ready_at <= :now OR ready_at > :far) ORDER BY ready_at, id LIMIT :limit
"""
_TAKE = "UPDATE messages SET receives = receives + 1, ready_at = :until, owner = :owner WHERE id = :id"
_REMOVE = "DELETE FROM messages WHERE queue = :queue AND id = :id"
_CLEAR = "DELETE FROM messages WHERE queue = :queue"
_NEXT_HEAD = """
UPDATE messages SET head = 1
WHERE id = (SELECT min(id) FROM messages WHERE queue = :queue AND group_name = :group)
"""
_POSTPONE = """
UPDATE messages SET ready_at = :at, owner = NULL
WHERE queue = :queue AND id = :id AND receives = :receives AND owner = :owner
"""
_OTHER_OWNERS = "SELECT DISTINCT owner FROM messages WHERE owner IS NOT NULL AND owner <> :owner"
_FREE = "UPDATE messages SET owner = NULL, ready_at = :now WHERE owner = :owner"


class QueueDb:
    """The queue `name` in the file `path`; other names are other queues in the same file.

    A message in flight is delivered again after `visibility_seconds`, or at once when the process that has it is gone.
    """

    def __init__(self, path: Path, name: str, clock: Clock, visibility_seconds: float = 120.0) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._name = name
        self._clock = clock
        self._visibility = visibility_seconds
        self._local = threading.local()
        self._opened: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self._lock = threading.Lock()
        _prepare(self._connection())
        self._owner = Owner(path.parent / "owners")

    def send(self, group: str, body: str, *, once: str) -> None:
        """Add a message at the tail of its group, unless one with the same `once` is there, waiting or in flight."""
        with self._writing() as connection:
            values = {"queue": self._name, "group": group, "body": body, "once": once, "now": self._now()}
            connection.execute(_SEND, values)

    def receive(self, limit: int = 1, *, wait: float = 0.0) -> list[Message]:
        """Up to `limit` messages of different groups, waiting up to `wait` seconds for the first."""
        end = self._clock.now() + timedelta(seconds=wait)
        while True:
            messages = self._take(limit)
            left = (end - self._clock.now()).total_seconds()
            if messages or not 0 < left <= wait + 1:  # more is left only when the clock was set back
                return messages
            self._clock.sleep(min(POLL_SECONDS, left))

    def done(self, message: Message) -> None:
        """The message is worked off; the next of its group may come."""
        with self._writing() as connection:
            removed = connection.execute(_REMOVE, {"queue": self._name, "id": int(message.id)}).rowcount
            if removed:
                connection.execute(_NEXT_HEAD, {"queue": self._name, "group": message.group})

    def postpone(self, message: Message, seconds: float) -> None:
        """Deliver the message again after `seconds`; nothing happens when somebody else has it by now."""
        with self._writing() as connection:
            values = {"queue": self._name, "id": int(message.id), "receives": message.receives}
            connection.execute(_POSTPONE, {**values, "owner": self._owner.name, "at": self._now() + seconds})

    def clear(self) -> None:
        """Drop every message, also those in flight; what their holders say about them then changes nothing."""
        with self._writing() as connection:
            connection.execute(_CLEAR, {"queue": self._name})

    def close(self) -> None:
        """Give up what this queue object has in flight and close its connections."""
        self._owner.close()
        with self._lock:
            opened, self._opened = self._opened, []
        for _, connection in opened:
            connection.close()
        self._local = threading.local()

    def _take(self, limit: int) -> list[Message]:
        self._free_what_the_dead_had()
        now = self._now()
        values = {"queue": self._name, "now": now, "far": now + FAR_SECONDS, "limit": limit}
        # Looked at first without the write lock: most looks find nothing.
        if limit < 1 or not self._connection().execute(_READY, values).fetchone():
            return []
        with self._writing() as connection:
            now = self._now()
            rows = connection.execute(_READY, {**values, "now": now, "far": now + FAR_SECONDS}).fetchall()
            taken = [{"id": row[0], "until": now + self._visibility, "owner": self._owner.name} for row in rows]
            connection.executemany(_TAKE, taken)
        return [Message(id=str(row[0]), group=row[1], body=row[2], receives=row[3]) for row in rows]

    def _free_what_the_dead_had(self) -> None:
        others = self._connection().execute(_OTHER_OWNERS, {"owner": self._owner.name}).fetchall()
        for (name,) in others:
            with self._owner.inherit(name) as dead:
                if not dead:
                    continue
                with self._writing() as connection:
                    connection.execute(_FREE, {"owner": name, "now": self._now()})

    def _now(self) -> float:
        return self._clock.now().timestamp()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _connection(self) -> sqlite3.Connection:
        """This thread's connection; those of threads that ended are closed on the way."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = _open(self._path)
            self._local.connection = connection
            with self._lock:
                ended = [entry for entry in self._opened if not entry[0].is_alive()]
                self._opened = [entry for entry in self._opened if entry[0].is_alive()]
                self._opened.append((threading.current_thread(), connection))
            for _, old in ended:
                old.close()
        return connection


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=30.0, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA busy_timeout = 30000")
    _use_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")  # what was sent must outlive a power cut
    return connection


def _use_wal(connection: sqlite3.Connection) -> None:
    """Several processes may open a new file at once, and the change to WAL does not wait for a lock by itself."""
    end = time.monotonic() + 30.0
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)
    connection.execute("COMMIT")
