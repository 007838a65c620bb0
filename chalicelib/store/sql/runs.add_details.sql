INSERT INTO run_details (run_id, mode) VALUES (:run_id, :mode)
