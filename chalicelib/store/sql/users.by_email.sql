-- Index: the UNIQUE on email.
SELECT id, email, password_hash, role FROM users WHERE email = :email
