/** One product: its URLs and, beside them, what belongs to the product as a whole (K-020 to K-022, K-050, K-055, K-088). */
import { count, when } from './format.js'
import { html } from './htm-preact.js'
import { useLoad } from './load.js'
import { Problem, Skeleton } from './parts-feedback.js'
import { Page } from './parts-page.js'
import { RunState } from './parts-status.js'
import { ProductSchedule } from './product-schedule.js'
import { DeleteProduct, ProductSettings } from './product-settings.js'
import { ProductUrls } from './product-urls.js'
import { address } from './router.js'
import { say } from './texts.js'

export function ScreenProduct({ id, query }) {
  const loaded = useLoad(`products/${id}`)
  const product = loaded.data?.product
  const set = (fresh) => loaded.set({ product: fresh })
  const back = html`<a href="#/products">${say('products.title')}</a>`
  const actions = product && html`
    <a class="button main" href=${address(['crawl'], { product: id })}>${say('crawl.title')}</a>
    <a class="button" href=${address(['results'], { product: id })}>${say('results.title')}</a>`
  return html`
    <${Page} title=${product ? product.name : say('product.title')} before=${back} actions=${actions}>
      <${Problem} problem=${loaded.problem} retry=${loaded.reload} />
      ${!product && !loaded.problem && html`<${Skeleton} lines=${8} />`}
      ${product && html`
        <${Facts} product=${product} />
        <div class="beside">
          <div><${ProductUrls} product=${product} query=${query} changed=${loaded.reload} /></div>
          <div>
            <${ProductSchedule} product=${product} saved=${set} />
            <${ProductSettings} product=${product} saved=${set} />
            <${DeleteProduct} product=${product} />
          </div>
        </div>`}
    <//>`
}

function Facts({ product }) {
  const { id, last_run: last } = product
  return html`
    <dl class="facts">
      <div><dt>${say('products.urls')}</dt><dd>${count(product.url_count)}</dd></div>
      <div><dt>${say('products.today')}</dt><dd>${count(product.crawled_today)}</dd></div>
      <div><dt>${say('products.errors')}</dt><dd>${product.error_count
        ? html`<a class="strong bad" href=${address(['results'], { product: id, status: 'error' })}>${count(product.error_count)}</a>`
        : count(product.error_count)}</dd></div>
      <div><dt>${say('products.last_run')}</dt><dd>${last
        ? html`<a href=${address(['runs', last.id])}>${when(last.started_at)}</a> <${RunState} run=${last} />` : '–'}</dd></div>
    </dl>`
}
