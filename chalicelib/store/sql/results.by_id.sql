SELECT r.*, p.name AS product_name FROM crawl_results r JOIN live_products p ON p.id = r.product_id WHERE r.id = :id
