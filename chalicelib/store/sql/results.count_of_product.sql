-- Index: crawl_results_of_product alone.
SELECT count(*) FROM crawl_results WHERE product_id = :product_id
