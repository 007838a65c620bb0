-- Where this file stands in the journal (design: the database in S3): written in the same transaction as each commit,
-- so that a file knows its place. Embedded it stays at 0.
CREATE TABLE store_position (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  seq        INTEGER NOT NULL,                 -- number of the last commit
  commit_id  TEXT NOT NULL,                    -- its UUID, 'root' before the first
  min_writer INTEGER NOT NULL                  -- code older than this reads, and does not write
);

INSERT INTO store_position (id, seq, commit_id, min_writer) VALUES (1, 0, 'root', 1);
