-- Not those waiting in an unfinished batch is the caller's choice: the mode "all URLs" takes those too (K-044).
SELECT id, url FROM product_urls WHERE product_id = :product_id ORDER BY id
