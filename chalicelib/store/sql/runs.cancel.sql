-- K-040: a cancelled run ends with what was done.
UPDATE crawl_runs SET finished_at = :now, total_urls = success_count + error_count
 WHERE id = :run_id AND finished_at IS NULL
