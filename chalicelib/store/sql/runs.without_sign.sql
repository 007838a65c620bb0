-- K-056: open runs none of whose hosts gave a result since :limit, whichever run it was for: waiting is life.
-- Index: crawl_batches_run and crawl_batches_host. scan allowed: runs by their key, and only open ones are looked into.
SELECT r.id, r.product_id
  FROM crawl_runs r
 WHERE r.finished_at IS NULL
   AND EXISTS (SELECT 1 FROM run_details d WHERE d.run_id = r.id)
   AND NOT EXISTS (SELECT 1 FROM crawl_batches mine
                     JOIN crawl_batches other ON other.host = mine.host
                    WHERE mine.run_id = r.id AND other.last_sign_at >= :limit)
 ORDER BY r.id
