/** プロダクト一覧: every product with what needs a look; on an empty installation the way in (K-088). */
import { post } from './api.js'
import { count, when } from './format.js'
import { html } from './htm-preact.js'
import { useAction, useLoad } from './load.js'
import { Problem, Skeleton } from './parts-feedback.js'
import { Button, Field, FormProblem, submitted } from './parts-form.js'
import { Page } from './parts-page.js'
import { RunState } from './parts-status.js'
import { address, go } from './router.js'
import { useSession } from './session.js'
import { say } from './texts.js'

const openProduct = ({ product }) => go(address(['products', product.id]))

export function ScreenProducts() {
  const list = useLoad('products')
  const products = list.data?.products
  return html`
    <${Page} title=${say('products.title')}>
      <${Problem} problem=${list.problem} retry=${list.reload} />
      ${!products && !list.problem && html`<${Skeleton} />`}
      ${products && (products.length ? html`<${Products} products=${products} />` : html`<${FirstRun} />`)}
    <//>`
}

function Products({ products }) {
  return html`
    <table class="rows">
      <thead><tr>
        <th scope="col">${say('products.name')}</th>
        <th scope="col" class="number">${say('products.urls')}</th>
        <th scope="col" class="number">${say('products.today')}</th>
        <th scope="col" class="number">${say('products.errors')}</th>
        <th scope="col">${say('products.schedule')}</th>
        <th scope="col">${say('products.last_run')}</th>
      </tr></thead>
      <tbody>${products.map((product) => html`<${ProductRow} key=${product.id} product=${product} />`)}</tbody>
    </table>
    <section class="card narrow"><h2>${say('products.add_title')}</h2><${AddProduct} /></section>`
}

function ProductRow({ product }) {
  const { id, name, url_count: urls, crawled_today: today, error_count: errors, last_run: last } = product
  return html`
    <tr>
      <th scope="row" class="lead"><a href=${address(['products', id])}>${name}</a></th>
      <td class="number" data-label=${say('products.urls')}>${count(urls)}</td>
      <td class="number" data-label=${say('products.today')}>${count(today)}</td>
      <td class="number" data-label=${say('products.errors')}>${errors
        ? html`<a class="strong bad" href=${address(['results'], { product: id, status: 'error' })}>${count(errors)}</a>` : count(errors)}</td>
      <td data-label=${say('products.schedule')}>${scheduleText(product.schedule)}</td>
      <td data-label=${say('products.last_run')}>${last
        ? html`<a href=${address(['runs', last.id])}>${when(last.started_at)}</a> <${RunState} run=${last} />` : '–'}</td>
    </tr>`
}

function scheduleText(schedule) {
  if (!schedule || !schedule.days.length) return say('schedule.none')
  if (!schedule.enabled) return say('schedule.paused')
  return schedule.days.length === 31 ? say('schedule.daily') : say('schedule.some_days', { days: schedule.days.join(say('comma')) })
}

function AddProduct() {
  const adding = useAction(async (values) => openProduct(await post('products', values)))
  return html`
    <form onSubmit=${submitted(adding.run)}>
      <${FormProblem} problem=${adding.problem} fields=${['name']} />
      <${Field} label=${say('products.name')} name="name" problem=${adding.problem} hint=${say('products.name_hint')}>
        ${(tied) => html`<input type="text" required maxlength="200" autocomplete="off" ...${tied} />`}
      <//>
      <p class="buttons"><${Button} kind="main" busy=${adding.busy}>${say('products.add')}<//></p>
    </form>`
}

function FirstRun() {
  const { session } = useSession()
  const demo = useAction(async () => openProduct(await post('demo')))
  return html`
    <section class="welcome">
      <h2>${say('welcome.title')}</h2>
      <p>${say('welcome.text')}</p>
      <ol class="steps">
        <li>${say('welcome.step1')}</li><li>${say('welcome.step2')}</li><li>${say('welcome.step3')}</li>
      </ol>
      <div class="ways">
        <div class="card"><h3>${say('welcome.own_title')}</h3><${AddProduct} /></div>
        ${session.demo && html`
          <div class="card">
            <h3>${say('welcome.demo_title')}</h3>
            <p>${say('welcome.demo_text')}</p>
            <${FormProblem} problem=${demo.problem} />
            <p class="buttons"><${Button} type="button" busy=${demo.busy} onClick=${() => demo.run()}>${say('welcome.demo')}<//></p>
          </div>`}
      </div>
    </section>`
}
