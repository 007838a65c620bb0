/** クロール結果: the list, its filters in the address (K-083). */
import { html, useEffect, useMemo } from './htm-preact.js'
import { useLoad, usePages } from './load.js'
import { More, Nothing, Problem, Skeleton } from './parts-feedback.js'
import { Field, submitted, useShownValues } from './parts-form.js'
import { Page } from './parts-page.js'
import { ResultRows } from './results-table.js'
import { address, cameFrom, go, idOf } from './router.js'
import { say } from './texts.js'

const FILTERS = ['product', 'run', 'status', 'type', 'q']
const STATUSES = ['ok', 'error', 'findings']
/** Offered while typing; any other type can be typed (K-033). */
const TYPES = ['Article', 'BreadcrumbList', 'FAQPage', 'HowTo', 'Organization', 'LocalBusiness', 'Person', 'Product', 'Review', 'Event',
  'JobPosting', 'Recipe', 'VideoObject', 'ImageObject', 'WebSite', 'WebPage', 'Service', 'Course', 'SoftwareApplication', 'ItemList']

const FIRST_ROWS = 50
const MOST_ROWS = 200 // in one answer of the API

/** The list as it was last seen, for the way back from a detail page. */
const last = { list: '#/results', rows: FIRST_ROWS }
export const lastList = () => last.list

export function ScreenResults({ query }) {
  const chosen = chosenBy(query)
  const here = address(['results'], chosen)
  const { left, limit } = useMemo(() => comingBackTo(here), [here])
  const list = usePages(`${here.slice(2)}${here.includes('?') ? '&' : '?'}limit=${limit}`, 'results', 'before')
  const shown = list.rows?.length
  useEffect(() => {
    if (shown !== undefined) Object.assign(last, { list: here, rows: Math.max(shown, FIRST_ROWS) })
  }, [here, shown])
  useEffect(() => {
    if (left && shown) document.querySelector(`a[href="${left}"]`)?.focus()
  }, [left, Boolean(shown)])
  return html`
    <${Page} title=${say('results.title')}>
      <${Filters} chosen=${chosen} />
      ${!list.rows && html`<${Problem} problem=${list.problem} retry=${list.reload} />`}
      ${!list.rows && !list.problem && html`<${Skeleton} lines=${8} />`}
      ${list.rows && (list.rows.length ? html`<${ResultRows} rows=${list.rows} product=${!chosen.product && !chosen.run} />`
        : html`<${Nothing} text=${here === '#/results' ? say('results.empty') : say('nothing')} />`)}
      <${More} list=${list} />
    <//>`
}

/** The filters of an address. What nobody can choose is as if it were not there: addresses are typed and shortened by hand. */
function chosenBy({ product, run, status, type = '', q = '' }) {
  return { product: idOf(product), run: idOf(run), status: STATUSES.includes(status) ? status : '', type, q }
}

/** Coming back from a detail page: its address, so that the reading goes on at its row, and as many rows as there were. */
function comingBackTo(here) {
  const back = here === last.list && /^#\/results\/\d+$/.test(cameFrom())
  return back ? { left: cameFrom(), limit: Math.min(MOST_ROWS, last.rows) } : { left: null, limit: FIRST_ROWS }
}

function Filters({ chosen }) {
  const products = useLoad('products').data?.products ?? []
  const apply = (values) => go(address(['results'], { ...chosen, ...values }))
  const trimmed = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))
  const form = useShownValues({ type: chosen.type, q: chosen.q })
  const filtered = FILTERS.some((name) => chosen[name])
  return html`
    <form ref=${form} class="filters" role="search" onSubmit=${submitted((values) => apply(trimmed(values)))}>
      <${Field} label=${say('crawl.product')} name="product">
        ${(tied) => html`<select onChange=${(event) => event.currentTarget.form.requestSubmit()} ...${tied}>
          <option value="">${say('filter.all')}</option>
          ${products.map(({ id, name }) => html`<option key=${id} value=${id} selected=${String(id) === chosen.product}>${name}</option>`)}
          ${chosen.product && !products.some(({ id }) => String(id) === chosen.product)
            && html`<option value=${chosen.product} selected>#${chosen.product}</option>`}</select>`}
      <//>
      <${Field} label=${say('filter.status')} name="status">
        ${(tied) => html`<select onChange=${(event) => event.currentTarget.form.requestSubmit()} ...${tied}>
          <option value="">${say('filter.all')}</option>
          ${STATUSES.map((name) => html`<option key=${name} value=${name} selected=${name === chosen.status}>${say(`status.${name}`)}</option>`)}</select>`}
      <//>
      <${Field} label=${say('filter.type')} name="type">
        ${(tied) => html`<input type="text" list="types" autocomplete="off" spellcheck=${false} ...${tied} />`}
      <//>
      <datalist id="types">${TYPES.map((name) => html`<option key=${name} value=${name}></option>`)}</datalist>
      <${Field} label=${say('filter.text')} name="q">
        ${(tied) => html`<input type="search" ...${tied} />`}
      <//>
      <p class="buttons">
        <button type="submit">${say('filter')}</button>
        ${filtered && html`<a class="button" href="#/results">${say('clear')}</a>`}
      </p>
      ${chosen.run && html`<p class="only">${say('results.of_run', { run: chosen.run })}${' '}
        <a href=${address(['results'], { ...chosen, run: '' })}>${say('results.any_run')}</a></p>`}
    </form>`
}
