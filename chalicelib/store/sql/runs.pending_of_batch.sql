SELECT product_url_id, url FROM pending_urls WHERE batch_id = :batch_id AND cancelled = 0 ORDER BY product_url_id, url
