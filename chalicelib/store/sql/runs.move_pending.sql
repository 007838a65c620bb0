UPDATE pending_urls SET batch_id = :batch_id WHERE run_id = :run_id AND url = :url
