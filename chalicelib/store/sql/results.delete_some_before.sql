-- K-057. Index: idx_crawl_results_product for each product. scan allowed: products are few (hundreds).
DELETE FROM crawl_results
 WHERE id IN (SELECT r.id FROM products p
                JOIN crawl_results r ON r.product_id = p.id AND r.created_at < :before
               LIMIT :limit)
