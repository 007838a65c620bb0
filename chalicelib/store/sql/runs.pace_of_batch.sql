SELECT host, delay_seconds FROM crawl_batches WHERE id = :batch_id
