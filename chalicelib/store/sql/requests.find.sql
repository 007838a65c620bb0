SELECT result_json FROM done_requests WHERE key = :key
