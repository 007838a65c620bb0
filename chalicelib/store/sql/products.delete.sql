-- Cascades; crawl_results_run keeps it from scanning the results once for every run.
DELETE FROM products WHERE id = :id
