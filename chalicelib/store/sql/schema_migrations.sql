-- Which of our own migrations this file has seen.
CREATE TABLE IF NOT EXISTS schema_migrations (
  number     INTEGER PRIMARY KEY,
  brings     TEXT NOT NULL,
  applied_at TEXT NOT NULL DEFAULT (datetime('now'))
)
