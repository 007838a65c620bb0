UPDATE run_details SET state = :state WHERE run_id = :run_id AND state = 'open'
