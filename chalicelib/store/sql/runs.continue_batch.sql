INSERT OR IGNORE INTO crawl_batches (id, run_id, host, delay_seconds, sent_at, last_sign_at)
VALUES (:id, :run_id, :host, :delay_seconds, :now, :now)
