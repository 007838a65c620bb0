-- scan allowed: products are few (hundreds).
SELECT id FROM live_products WHERE name = :name ORDER BY id LIMIT 1
