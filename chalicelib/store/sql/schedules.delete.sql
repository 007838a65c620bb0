DELETE FROM cron_schedule WHERE product_id = :product_id
