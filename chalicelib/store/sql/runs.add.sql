INSERT INTO crawl_runs (product_id, trigger, started_at, total_urls, delay_seconds)
VALUES (:product_id, :trigger, :now, :total_urls, :delay_seconds)
