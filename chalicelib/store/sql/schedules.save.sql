INSERT INTO cron_schedule (product_id, days_json, crawl_delay_seconds, enabled, updated_at)
VALUES (:product_id, :days_json, :crawl_delay_seconds, :enabled, :now)
ON CONFLICT (product_id) DO UPDATE SET
  days_json = excluded.days_json, crawl_delay_seconds = excluded.crawl_delay_seconds,
  enabled = excluded.enabled, updated_at = excluded.updated_at
