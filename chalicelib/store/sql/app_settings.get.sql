SELECT value FROM app_settings WHERE key = :key
