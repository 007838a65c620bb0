UPDATE crawl_runs SET finished_at = :now
 WHERE id = :run_id AND finished_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM pending_urls w WHERE w.run_id = :run_id AND w.cancelled = 0)
