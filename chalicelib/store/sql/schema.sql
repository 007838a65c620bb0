-- The documented tables and indexes (K-002), as they stand in the specification: no change here, ours are in migrations.py.

CREATE TABLE users (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  email         TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  role          TEXT NOT NULL DEFAULT 'admin',   -- 'admin' or 'product_manager'
  created_at    TEXT NOT NULL DEFAULT (datetime('now'))
);

CREATE TABLE products (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (datetime('now'))
);

CREATE TABLE user_products (
  user_id    INTEGER NOT NULL,
  product_id INTEGER NOT NULL,
  PRIMARY KEY (user_id, product_id),
  FOREIGN KEY (user_id)    REFERENCES users(id)    ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE product_urls (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL,
  url        TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT (datetime('now')),
  UNIQUE (product_id, url),
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE product_website_expectations (
  product_id                  INTEGER PRIMARY KEY,
  name                        TEXT,
  url                         TEXT,
  alternate_name              TEXT,
  description                 TEXT,
  in_language                 TEXT,
  publisher_name              TEXT,
  publisher_url               TEXT,
  search_action_target        TEXT,
  search_action_query_input   TEXT,
  same_as_json                TEXT NOT NULL DEFAULT '[]',
  breadcrumb_selectors_json   TEXT NOT NULL DEFAULT '[]',
  updated_at                  TEXT,
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE product_schema_detection_settings (
  product_id           INTEGER PRIMARY KEY,
  disabled_types_json  TEXT NOT NULL DEFAULT '[]',
  updated_at           TEXT,
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE crawl_runs (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id    INTEGER NOT NULL,
  trigger       TEXT    NOT NULL DEFAULT 'manual',  -- 'manual' or 'cron'
  started_at    TEXT    NOT NULL DEFAULT (datetime('now')),
  finished_at   TEXT,
  total_urls    INTEGER NOT NULL DEFAULT 0,
  success_count INTEGER NOT NULL DEFAULT 0,
  error_count   INTEGER NOT NULL DEFAULT 0,
  delay_seconds INTEGER NOT NULL DEFAULT 0,
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE crawl_results (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id           INTEGER NOT NULL,
  product_id       INTEGER NOT NULL,
  product_url_id   INTEGER,
  url              TEXT    NOT NULL,
  final_url        TEXT,
  http_status      INTEGER,
  content_type     TEXT,
  detected_charset TEXT,
  title            TEXT,
  meta_description TEXT,
  canonical_url    TEXT,
  primary_heading  TEXT,        -- h1（最初の 1 件）
  result_json      TEXT,        -- 解析結果一式（JSON テキスト）
  error_message    TEXT,
  is_error         INTEGER NOT NULL DEFAULT 0,    -- 0/1
  created_at       TEXT NOT NULL DEFAULT (datetime('now')),
  FOREIGN KEY (run_id)     REFERENCES crawl_runs(id) ON DELETE CASCADE,
  FOREIGN KEY (product_id) REFERENCES products(id)   ON DELETE CASCADE
);

CREATE INDEX idx_crawl_results_product ON crawl_results(product_id, created_at);

CREATE INDEX idx_crawl_results_iserror ON crawl_results(product_id, is_error);

CREATE TABLE cron_schedule (
  product_id           INTEGER PRIMARY KEY,
  days_json            TEXT    NOT NULL DEFAULT '[]',   -- 例: '[1,15]'
  crawl_delay_seconds  INTEGER NOT NULL DEFAULT 5,
  enabled              INTEGER NOT NULL DEFAULT 1,
  last_triggered_date  TEXT,                            -- 'YYYY-MM-DD'
  updated_at           TEXT,
  FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);

CREATE TABLE cron_log (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  ran_at  TEXT NOT NULL DEFAULT (datetime('now')),
  message TEXT
);

CREATE TABLE password_reset_tokens (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL,
  token_hash TEXT    NOT NULL UNIQUE,
  expires_at TEXT    NOT NULL,
  used_at    TEXT,
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX idx_prt_user    ON password_reset_tokens(user_id);

CREATE INDEX idx_prt_expires ON password_reset_tokens(expires_at);

CREATE TABLE app_settings (
  key   TEXT PRIMARY KEY,
  value TEXT
);
