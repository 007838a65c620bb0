SELECT days_json, crawl_delay_seconds, enabled, last_triggered_date FROM cron_schedule WHERE product_id = :product_id
