INSERT INTO products (name, created_at) VALUES (:name, :now)
