-- Skips what is registered already: UNIQUE (product_id, url).
INSERT OR IGNORE INTO product_urls (product_id, url, created_at) VALUES (:product_id, :url, :now)
