INSERT INTO deleted_products (product_id, deleted_at) VALUES (:id, :now) ON CONFLICT DO NOTHING
