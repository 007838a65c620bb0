-- scan allowed: holds those alone whose results are not gone yet.
SELECT product_id FROM deleted_products ORDER BY product_id
