-- scan allowed: of crawl_batches, once in a restore. Index: pending_urls_batch.
SELECT b.id FROM crawl_batches b
 WHERE EXISTS (SELECT 1 FROM pending_urls p WHERE p.batch_id = b.id AND p.cancelled = 0)
 ORDER BY b.id
