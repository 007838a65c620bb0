UPDATE crawl_batches SET sent_at = :now WHERE id = :id AND sent_at IS NULL
