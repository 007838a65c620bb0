INSERT INTO cron_log (ran_at, message) VALUES (:now, :message)
