INSERT INTO crawl_results (run_id, product_id, product_url_id, url, final_url, http_status, content_type, detected_charset,
                           title, meta_description, canonical_url, primary_heading, result_json, error_message, is_error,
                           created_at)
VALUES (:run_id, :product_id, :product_url_id, :url, :final_url, :http_status, :content_type, :detected_charset,
        :title, :meta_description, :canonical_url, :primary_heading, :result_json, :error_message, :is_error, :created_at)
