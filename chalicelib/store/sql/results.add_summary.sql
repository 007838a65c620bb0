INSERT OR REPLACE INTO result_summaries (result_id, types_json, entity_count, mismatch_count, suggestion_count, finding_count)
VALUES (:result_id, :types_json, :entity_count, :mismatch_count, :suggestion_count, :finding_count)
