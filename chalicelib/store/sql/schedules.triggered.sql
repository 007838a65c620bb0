UPDATE cron_schedule SET last_triggered_date = :date WHERE product_id = :product_id
