UPDATE crawl_batches SET last_sign_at = :now WHERE id = :batch_id
