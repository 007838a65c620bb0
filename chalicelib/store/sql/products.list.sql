-- scan allowed: products are few (hundreds), and the list shows all of them; :id narrows it to one by its key.
-- Indexes: crawl_results_url for the newest result of each URL, idx_crawl_results_product for today's.
SELECT p.id, p.name, p.created_at,
       coalesce(o.own_site, 0) AS own_site,
       s.days_json, s.crawl_delay_seconds, s.enabled, s.last_triggered_date,
       (SELECT count(*) FROM product_urls u WHERE u.product_id = p.id) AS url_count,
       (SELECT count(*) FROM product_urls u
         WHERE u.product_id = p.id
           AND u.url IN (SELECT r.url FROM crawl_results r
                          WHERE r.product_id = p.id AND r.created_at >= :day_start AND r.created_at < :day_end)
       ) AS crawled_today,
       (SELECT count(*) FROM product_urls u
         WHERE u.product_id = p.id
           AND (SELECT r.is_error FROM crawl_results r WHERE r.product_url_id = u.id
                 ORDER BY r.created_at DESC, r.id DESC LIMIT 1) = 1
       ) AS error_count,
       (SELECT max(run.id) FROM crawl_runs run WHERE run.product_id = p.id) AS last_run_id
  FROM live_products p
  LEFT JOIN product_options o ON o.product_id = p.id
  LEFT JOIN cron_schedule s ON s.product_id = p.id
 WHERE :id IS NULL OR p.id = :id
 ORDER BY p.id
