-- K-050: enabled products whose days hold today's, in ascending id (K-051). scan allowed: one row a product.
SELECT s.product_id, p.name, s.crawl_delay_seconds
  FROM cron_schedule s
  JOIN live_products p ON p.id = s.product_id
 WHERE s.enabled = 1 AND json_valid(s.days_json)
   AND EXISTS (SELECT 1 FROM json_each(s.days_json) day WHERE day.value = :day)
 ORDER BY s.product_id
