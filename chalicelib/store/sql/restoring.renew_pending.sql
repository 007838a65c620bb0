-- Index: pending_urls_batch.
UPDATE pending_urls SET batch_id = :new WHERE batch_id = :id AND cancelled = 0
