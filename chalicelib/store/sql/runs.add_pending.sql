INSERT INTO pending_urls (run_id, url, product_url_id, batch_id) VALUES (:run_id, :url, :product_url_id, :batch_id)
