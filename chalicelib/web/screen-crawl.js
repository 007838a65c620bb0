/** 手動でクロール実行: what to crawl, how slowly, and off it goes (K-053, K-081). */
import { post } from './api.js'
import { count } from './format.js'
import { html, useEffect, useState } from './htm-preact.js'
import { useAction, useLoad } from './load.js'
import { Nothing, Problem, Skeleton } from './parts-feedback.js'
import { asNumber, Button, DelayField, Field, FormProblem, submitted } from './parts-form.js'
import { Page } from './parts-page.js'
import { address, go } from './router.js'
import { RecentRuns } from './runs-table.js'
import { useSession } from './session.js'
import { say } from './texts.js'

const MODES = ['all', 'not_crawled']
const DEFAULT_DELAY_SECONDS = 5

export function ScreenCrawl({ query }) {
  const list = useLoad('products')
  const products = list.data?.products
  return html`
    <${Page} title=${say('crawl.title')}>
      <${Problem} problem=${list.problem} retry=${list.reload} />
      ${!products && !list.problem && html`<${Skeleton} />`}
      ${products && (products.length ? html`<${CrawlForm} products=${products} chosen=${query.product} />` : html`<${NoProducts} />`)}
      <section>
        <h2>${say('runs.recent')}</h2>
        <${RecentRuns} limit=${5} />
        <p><a href="#/runs">${say('runs.all')}</a></p>
      </section>
    <//>`
}

function NoProducts() {
  const { session } = useSession()
  return html`
    <${Nothing} text=${say('crawl.no_products')} />
    ${session.pages.includes('products') && html`<p><a class="button main" href="#/products">${say('crawl.to_products')}</a></p>`}`
}

function CrawlForm({ products, chosen }) {
  const product = products.find(({ id }) => String(id) === chosen) ?? products[0]
  const [mode, setMode] = useState('all')
  const [delay, setDelay] = useState('')
  useEffect(() => setDelay(String(product.schedule?.crawl_delay_seconds ?? DEFAULT_DELAY_SECONDS)), [product.id])
  const starting = useAction(async () => {
    const { run } = await post(`products/${product.id}/runs`, { mode, delay_seconds: asNumber(delay) })
    go(address(['runs', run.id]))
  })
  const choose = (event) => {
    starting.clear()
    go(address(['crawl'], { product: event.currentTarget.value }), { replace: true })
  }
  return html`
    <section class="card narrow">
      <form onSubmit=${submitted(() => starting.run())}>
        <${FormProblem} problem=${starting.problem} fields=${['delay_seconds', 'mode']} />
        <${Field} label=${say('crawl.product')} name="product" problem=${starting.problem}>
          ${(tied) => html`<select onChange=${choose} ...${tied}>
            ${products.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === product.id}>${name}</option>`)}</select>`}
        <//>
        <dl class="facts">
          <div><dt>${say('products.urls')}</dt><dd>${count(product.url_count)}</dd></div>
          <div><dt>${say('products.today')}</dt><dd>${count(product.crawled_today)}</dd></div>
        </dl>
        <fieldset>
          <legend>${say('crawl.mode')}</legend>
          ${MODES.map((name) => html`
            <label key=${name} class="check"><input type="radio" name="mode" value=${name} checked=${mode === name}
              onChange=${() => setMode(name)} /> ${say(`crawl.mode.${name}`)}</label>`)}
          <p class="hint">${say('crawl.mode_hint')}</p>
        </fieldset>
        <${DelayField} name="delay_seconds" problem=${starting.problem} value=${delay} onInput=${setDelay} />
        <p class="buttons"><${Button} kind="main" busy=${starting.busy}>${say('crawl.start')}<//></p>
        ${product.url_count === 0 && html`<p class="notice warn">${say('crawl.no_urls')}</p>`}
      </form>
    </section>`
}
