INSERT INTO crawl_batches (id, run_id, host, delay_seconds, last_sign_at) VALUES (:id, :run_id, :host, :delay_seconds, :now)
