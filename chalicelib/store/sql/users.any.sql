-- scan allowed: stops at the first row.
SELECT 1 FROM users LIMIT 1
