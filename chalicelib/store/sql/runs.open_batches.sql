SELECT DISTINCT batch_id FROM pending_urls WHERE run_id = :run_id AND cancelled = 0 ORDER BY batch_id
