-- The one place that decides whether a result is the first for its URL in this run (K-041).
DELETE FROM pending_urls WHERE run_id = :run_id AND url = :url
