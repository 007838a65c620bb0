UPDATE pending_urls SET cancelled = 1 WHERE run_id = :run_id
