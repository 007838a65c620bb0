"""Texts of the room `crawl`: what stands in `cron_log` and in rows that nobody fetched."""

JA: dict[str, str] = {
    "crawl.auto-closed": "6 時間以上進まなかったため、自動終了しました",
    "crawl.log-product": "[{name}] {count} 件のクロールを開始しました（実行 {run}）",
    "crawl.log-product-none": "[{name}] 本日クロールする URL は残っていません",
    "crawl.log-product-capped": "[{name}] 上限に達したため、次回以降に実行します（残り {left} 件）",
    "crawl.log-product-partly": "[{name}] {count} 件のクロールを開始しました（実行 {run}）。残り {left} 件は次回以降に実行します",
    "crawl.log-closed": "[{name}] 実行 {run} は 6 時間以上進まなかったため自動終了しました（未取得 {count} 件はエラーとして記録）",
    "crawl.log-summary": "定期実行：対象プロダクト {products} 件、開始した URL {urls} 件",
}

EN: dict[str, str] = {
    "crawl.auto-closed": "closed automatically: no progress for more than 6 hours",
    "crawl.log-product": "[{name}] started {count} URLs (run {run})",
    "crawl.log-product-none": "[{name}] no URL left to crawl today",
    "crawl.log-product-capped": "[{name}] the limit is reached; {left} URLs wait for a later start",
    "crawl.log-product-partly": "[{name}] started {count} URLs (run {run}); {left} wait for a later start",
    "crawl.log-closed": "[{name}] run {run} made no progress for more than 6 hours and was closed ({count} URLs recorded as errors)",
    "crawl.log-summary": "Scheduled start: {products} products, {urls} URLs started",
}
