UPDATE products SET name = :name WHERE id = :id
