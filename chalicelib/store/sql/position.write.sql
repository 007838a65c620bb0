UPDATE store_position SET seq = :seq, commit_id = :commit WHERE id = 1
