-- K-056: open runs none of whose hosts gave a result since :limit, whichever run it was for: waiting is life.
-- A batch that was passed over does not wait, its message is lost. A host's messages take turns in the order they were
-- sent: whoever was sent after it, or had its turn three times, went past it. (Three: what is merged may be older.)
-- Index: crawl_batches_run, crawl_batches_host, pending_urls_batch and the key of merged_parts. scan allowed: runs by
-- their key, and only open ones are looked into.
SELECT r.id, r.product_id
  FROM crawl_runs r
 WHERE r.finished_at IS NULL
   AND EXISTS (SELECT 1 FROM run_details d WHERE d.run_id = r.id)
   AND NOT EXISTS (
     SELECT 1 FROM crawl_batches mine
      WHERE mine.run_id = r.id
        AND EXISTS (SELECT 1 FROM pending_urls p WHERE p.batch_id = mine.id)
        AND EXISTS (SELECT 1 FROM crawl_batches other WHERE other.host = mine.host AND other.last_sign_at >= :limit)
        AND NOT EXISTS (
          SELECT 1 FROM crawl_batches other
           WHERE other.host = mine.host AND other.last_sign_at >= :limit
             AND mine.last_sign_at < :limit AND mine.sent_at < :limit
             AND (SELECT count(*) FROM merged_parts m WHERE m.batch_id = other.id AND m.merged_at >= :limit)
                 >= CASE WHEN other.sent_at >= :limit THEN 1 ELSE 3 END))
 ORDER BY r.id
