-- Index: done_requests_at.
DELETE FROM done_requests WHERE key IN (SELECT key FROM done_requests WHERE done_at < :before LIMIT :limit)
