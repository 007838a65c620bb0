-- K-044: 本日クロール済み件数, by the rule of urls.not_crawled_on_date.
SELECT count(*)
  FROM product_urls u
 WHERE u.product_id = :product_id
   AND u.url IN (SELECT r.url FROM crawl_results r
                  WHERE r.product_id = :product_id AND r.created_at >= :day_start AND r.created_at < :day_end)
