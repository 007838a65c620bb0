INSERT INTO merged_parts (batch_id, part, run_id, merged_at) VALUES (:batch_id, :part, :run_id, :now)
