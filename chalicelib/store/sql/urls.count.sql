SELECT count(*) FROM product_urls WHERE product_id = :product_id AND (:pattern IS NULL OR url LIKE :pattern ESCAPE '\')
