SELECT 1 FROM live_products WHERE id = :id
