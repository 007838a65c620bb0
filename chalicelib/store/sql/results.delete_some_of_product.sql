-- Index: crawl_results_of_product. Cascades to result_summaries by its key.
DELETE FROM crawl_results
 WHERE id IN (SELECT r.id FROM crawl_results r WHERE r.product_id = :product_id ORDER BY r.id LIMIT :limit)
