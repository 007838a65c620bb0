INSERT INTO product_options (product_id, own_site) VALUES (:id, :own_site)
ON CONFLICT (product_id) DO UPDATE SET own_site = excluded.own_site
