-- Index: pending_urls_batch.
SELECT 1 FROM pending_urls WHERE batch_id = :batch_id LIMIT 1
