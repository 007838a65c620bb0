SELECT r.*, p.name AS product_name FROM crawl_results r JOIN products p ON p.id = r.product_id WHERE r.id = :id
