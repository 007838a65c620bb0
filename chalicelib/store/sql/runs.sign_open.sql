-- The server has come back: what was under way goes on. scan allowed: pending_urls holds only what is left to do.
UPDATE crawl_batches SET last_sign_at = :now WHERE id IN (SELECT batch_id FROM pending_urls WHERE cancelled = 0)
