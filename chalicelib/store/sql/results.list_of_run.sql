-- Newest first. Index: crawl_results_run, whose rows stand in the order of the key.
SELECT r.id, r.run_id, r.product_id, p.name AS product_name, r.url, r.final_url, r.http_status, r.is_error,
       r.error_message, r.title, r.created_at, s.types_json, s.entity_count, s.mismatch_count, s.suggestion_count,
       s.finding_count
  FROM crawl_results r
  JOIN live_products p ON p.id = r.product_id
  LEFT JOIN result_summaries s ON s.result_id = r.id
 WHERE r.run_id = :run_id AND (:product_id IS NULL OR r.product_id = :product_id) AND r.id < :before
   AND (:status IS NULL
        OR (:status = 'error' AND r.is_error = 1)
        OR (:status = 'ok' AND r.is_error = 0)
        OR (:status = 'findings' AND s.mismatch_count + s.suggestion_count + s.finding_count > 0))
   AND (:type IS NULL OR EXISTS (SELECT 1 FROM json_each(s.types_json) t WHERE json_extract(t.value, '$.type') = :type))
   AND (:pattern IS NULL OR r.url LIKE :pattern ESCAPE '\' OR r.title LIKE :pattern ESCAPE '\')
 ORDER BY r.id DESC
 LIMIT :limit
