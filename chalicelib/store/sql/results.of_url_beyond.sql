-- Newest first, without the first :keep. Index: crawl_results_url.
SELECT id, result_json IS NULL AS dropped FROM crawl_results
 WHERE product_url_id = :product_url_id
 ORDER BY created_at DESC, id DESC
 LIMIT -1 OFFSET :keep
