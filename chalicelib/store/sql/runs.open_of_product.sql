-- Index: crawl_runs_of_product.
SELECT id FROM crawl_runs WHERE product_id = :product_id AND finished_at IS NULL ORDER BY id
