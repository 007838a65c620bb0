SELECT product_url_id, url FROM pending_urls WHERE run_id = :run_id AND cancelled = 0 ORDER BY product_url_id, url
