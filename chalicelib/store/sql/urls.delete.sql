-- Results stay (K-023).
DELETE FROM product_urls WHERE product_id = :product_id AND id = :id
