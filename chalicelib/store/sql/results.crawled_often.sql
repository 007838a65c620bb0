-- K-057: URLs with more than :keep results. scan allowed: of the index crawl_results_url alone, once a day.
SELECT product_url_id FROM crawl_results
 WHERE product_url_id IS NOT NULL
 GROUP BY product_url_id
HAVING count(*) > :keep
