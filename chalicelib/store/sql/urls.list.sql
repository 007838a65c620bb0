-- Indexes: the UNIQUE on (product_id, url) finds the product's URLs, crawl_results_url the newest result of each (K-022).
SELECT u.id, u.url, u.created_at,
       r.id AS last_result_id, r.http_status, r.is_error, r.error_message, r.created_at AS last_crawled_at
  FROM product_urls u
  LEFT JOIN crawl_results r
    ON r.id = (SELECT n.id FROM crawl_results n WHERE n.product_url_id = u.id
                ORDER BY n.created_at DESC, n.id DESC LIMIT 1)
 WHERE u.product_id = :product_id AND u.id > :after AND (:pattern IS NULL OR u.url LIKE :pattern ESCAPE '\')
 ORDER BY u.id
 LIMIT :limit
