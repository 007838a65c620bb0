-- scan allowed: of the index pending_urls_cancelled, which holds the cancelled rows alone.
DELETE FROM pending_urls
 WHERE cancelled = 1
   AND (SELECT r.finished_at FROM crawl_runs r WHERE r.id = pending_urls.run_id) < :before
