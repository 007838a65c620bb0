SELECT seq, commit_id, min_writer FROM store_position WHERE id = 1
