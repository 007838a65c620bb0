UPDATE crawl_batches SET id = :new, sent_at = NULL, last_sign_at = :now WHERE id = :id
