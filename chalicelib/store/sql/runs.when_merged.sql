SELECT merged_at FROM merged_parts WHERE batch_id = :batch_id AND part = :part
