-- URLs whose newest result is an error (K-044, "retry failed URLs"). Index: crawl_results_url.
SELECT u.id, u.url
  FROM product_urls u
 WHERE u.product_id = :product_id
   AND (SELECT r.is_error FROM crawl_results r WHERE r.product_url_id = u.id
         ORDER BY r.created_at DESC, r.id DESC LIMIT 1) = 1
 ORDER BY u.id
