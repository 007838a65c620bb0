UPDATE crawl_results SET result_json = NULL WHERE id = :id
