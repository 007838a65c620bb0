-- A result that arrives after its run was cancelled or closed still counts, so that the sum holds (K-040).
UPDATE crawl_runs
   SET success_count = success_count + (1 - :is_error),
       error_count = error_count + :is_error,
       total_urls = max(total_urls, success_count + error_count + 1)
 WHERE id = :run_id
