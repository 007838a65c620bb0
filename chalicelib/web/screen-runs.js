/** クロール実行の一覧: all runs, newest first. */
import { html } from './htm-preact.js'
import { Page } from './parts-page.js'
import { idOf } from './router.js'
import { RecentRuns } from './runs-table.js'
import { say } from './texts.js'

export function ScreenRuns({ query }) {
  const product = idOf(query.product)
  return html`
    <${Page} title=${say('runs.title')} before=${html`<a href="#/crawl">${say('crawl.title')}</a>`}>
      <${RecentRuns} key=${product} limit=${50} paged product=${product} />
    <//>`
}
