-- Index: merged_parts_at.
DELETE FROM merged_parts
 WHERE (batch_id, part) IN (SELECT batch_id, part FROM merged_parts WHERE merged_at < :before LIMIT :limit)
