SELECT id, ran_at, message FROM cron_log WHERE id < :before ORDER BY id DESC LIMIT :limit
