-- Newest first; by its key, or the newest of a product. scan allowed: crawl_runs holds a few rows a product and day,
-- and the scan goes down the key and stops at the limit.
SELECT r.id, r.product_id, p.name AS product_name, r.trigger, d.mode, d.state, r.started_at, r.finished_at,
       r.total_urls, r.success_count, r.error_count, r.delay_seconds,
       (SELECT max(b.last_sign_at) FROM crawl_batches b WHERE b.run_id = r.id) AS last_sign_at
  FROM crawl_runs r
  JOIN live_products p ON p.id = r.product_id
  LEFT JOIN run_details d ON d.run_id = r.id
 WHERE r.id < :before AND (:product_id IS NULL OR r.product_id = :product_id)
 ORDER BY r.id DESC
 LIMIT :limit
