-- scan allowed: of the index crawl_batches_unsent, which holds the unsent ones alone.
SELECT b.id, b.run_id, b.host, b.delay_seconds, r.product_id, coalesce(o.own_site, 0) AS own_site,
       d.disabled_types_json
  FROM crawl_batches b
  JOIN crawl_runs r ON r.id = b.run_id
  LEFT JOIN product_options o ON o.product_id = r.product_id
  LEFT JOIN product_schema_detection_settings d ON d.product_id = r.product_id
 WHERE b.sent_at IS NULL
 ORDER BY b.id
