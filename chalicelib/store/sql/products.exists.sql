SELECT 1 FROM products WHERE id = :id
