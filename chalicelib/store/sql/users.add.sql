INSERT INTO users (email, password_hash, role, created_at) VALUES (:email, :password_hash, :role, :now)
