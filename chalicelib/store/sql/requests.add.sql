INSERT INTO done_requests (key, result_json, done_at) VALUES (:key, :result_json, :now)
