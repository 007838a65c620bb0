-- K-043, K-044: the day as a range of created_at, so that idx_crawl_results_product serves it; errors count as crawled.
SELECT u.id, u.url
  FROM product_urls u
 WHERE u.product_id = :product_id
   AND u.url NOT IN (SELECT r.url FROM crawl_results r
                      WHERE r.product_id = :product_id AND r.created_at >= :day_start AND r.created_at < :day_end)
   AND NOT EXISTS (SELECT 1 FROM pending_urls w WHERE w.product_url_id = u.id AND w.cancelled = 0)
 ORDER BY u.id
