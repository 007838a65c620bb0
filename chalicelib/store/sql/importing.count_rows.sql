-- scan allowed: counts whole tables, for a person who imports or checks a file.
SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM products), (SELECT count(*) FROM product_urls),
       (SELECT count(*) FROM crawl_runs), (SELECT count(*) FROM crawl_results)
