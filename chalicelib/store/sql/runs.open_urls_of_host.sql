-- How much of an hour of this host is taken already. Index: crawl_batches_host, pending_urls_batch.
SELECT coalesce(sum((SELECT count(*) FROM pending_urls w WHERE w.batch_id = b.id AND w.cancelled = 0)), 0)
  FROM crawl_batches b
 WHERE b.host = :host AND b.last_sign_at >= :since
