-- Results that another version wrote. scan allowed: goes on from :after, once, after an import.
SELECT r.id, r.result_json FROM crawl_results r
 WHERE r.id > :after AND NOT EXISTS (SELECT 1 FROM result_summaries s WHERE s.result_id = r.id)
 ORDER BY r.id LIMIT :limit
