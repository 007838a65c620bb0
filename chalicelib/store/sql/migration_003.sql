-- Products that somebody deleted and whose results still wait for it: too many rows for one commit. Nobody sees them.
CREATE TABLE deleted_products (
  product_id INTEGER PRIMARY KEY,
  deleted_at TEXT NOT NULL,
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

-- What every list and look-up of products goes through.
CREATE VIEW live_products AS
  SELECT p.id, p.name, p.created_at FROM products p
   WHERE NOT EXISTS (SELECT 1 FROM deleted_products d WHERE d.product_id = p.id);

-- What requests with an idempotency key gave, written with what they did: asked again, they give it again.
CREATE TABLE done_requests (
  key         TEXT PRIMARY KEY,                -- SHA-256 of who asked for what with which key
  result_json TEXT NOT NULL,
  done_at     TEXT NOT NULL
) WITHOUT ROWID;

CREATE INDEX done_requests_at ON done_requests(done_at);

-- Which of them are too old to be delivered again.
CREATE INDEX merged_parts_at ON merged_parts(merged_at);
