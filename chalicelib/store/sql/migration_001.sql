-- A run's part that the documented crawl_runs has no column for.
CREATE TABLE run_details (
  run_id       INTEGER PRIMARY KEY,
  mode         TEXT NOT NULL,                  -- 'all', 'not_crawled' or 'failed'
  state        TEXT NOT NULL DEFAULT 'open',   -- 'open', 'done', 'cancelled' or 'auto-closed'
  FOREIGN KEY (run_id) REFERENCES crawl_runs(id) ON DELETE CASCADE
);

-- One per run and host: what goes to the crawl queue as one message, then another for the rest, and so on.
CREATE TABLE crawl_batches (
  id            TEXT PRIMARY KEY,              -- UUID
  run_id        INTEGER NOT NULL,
  host          TEXT NOT NULL,                 -- scheme://host:port
  delay_seconds REAL NOT NULL,
  sent_at       TEXT,                          -- NULL: planned and not yet sent
  last_sign_at  TEXT NOT NULL,                 -- when it was planned or last gave a result (K-056)
  FOREIGN KEY (run_id) REFERENCES crawl_runs(id) ON DELETE CASCADE
);

CREATE INDEX crawl_batches_run ON crawl_batches(run_id);

CREATE INDEX crawl_batches_host ON crawl_batches(host, last_sign_at);

CREATE INDEX crawl_batches_unsent ON crawl_batches(id) WHERE sent_at IS NULL;

-- The URLs of a run that have no result yet. Recording a result takes its row away, in one transaction, so that
-- whatever is delivered twice is recorded once (K-041); a run ends when no row of it is left.
CREATE TABLE pending_urls (
  run_id         INTEGER NOT NULL,
  url            TEXT NOT NULL,
  product_url_id INTEGER,
  batch_id       TEXT NOT NULL,
  cancelled      INTEGER NOT NULL DEFAULT 0,   -- 1: no longer wanted; a fetch in flight may still bring its result
  PRIMARY KEY (run_id, url),
  FOREIGN KEY (run_id) REFERENCES crawl_runs(id) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX pending_urls_batch ON pending_urls(batch_id);

CREATE INDEX pending_urls_url ON pending_urls(product_url_id);

-- The inbox parts that are in the database.
CREATE TABLE merged_parts (
  batch_id  TEXT NOT NULL,
  part      INTEGER NOT NULL,
  run_id    INTEGER NOT NULL,
  merged_at TEXT NOT NULL,
  PRIMARY KEY (batch_id, part),
  FOREIGN KEY (run_id) REFERENCES crawl_runs(id) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX merged_parts_run ON merged_parts(run_id);

CREATE TABLE product_options (
  product_id INTEGER PRIMARY KEY,
  own_site   INTEGER NOT NULL DEFAULT 0,       -- 1: robots.txt is not asked (K-055)
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

-- What lists show of a result, so that they need not read result_json.
CREATE TABLE result_summaries (
  result_id        INTEGER PRIMARY KEY,
  types_json       TEXT NOT NULL,              -- [{"source": …, "type": …}, …]
  entity_count     INTEGER NOT NULL,
  mismatch_count   INTEGER NOT NULL,
  suggestion_count INTEGER NOT NULL,
  finding_count    INTEGER NOT NULL,
  FOREIGN KEY (result_id) REFERENCES crawl_results(id) ON DELETE CASCADE
);

-- Deleting a run, and with it a product, looks for its results.
CREATE INDEX crawl_results_run ON crawl_results(run_id);

-- The newest result of a URL.
CREATE INDEX crawl_results_url ON crawl_results(product_url_id, created_at);

-- The results of a product, newest first, by key.
CREATE INDEX crawl_results_of_product ON crawl_results(product_id);

-- The URLs of a product in the order they were registered, by key.
CREATE INDEX product_urls_of_product ON product_urls(product_id);

-- The runs of a product.
CREATE INDEX crawl_runs_of_product ON crawl_runs(product_id);

-- What deleting a product takes off its users.
CREATE INDEX user_products_of_product ON user_products(product_id);

CREATE INDEX pending_urls_cancelled ON pending_urls(run_id) WHERE cancelled = 1;
