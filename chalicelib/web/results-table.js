/** Results as rows: in the list, and as the newest of a run. All texts come from crawled pages and are shown as text. */
import { count, when } from './format.js'
import { html } from './htm-preact.js'
import { FetchError, HttpStatus, Mark } from './parts-status.js'
import { address } from './router.js'
import { say } from './texts.js'

const TYPES_SHOWN = 4
const TITLE_SHOWN = 200

export function ResultRows({ rows, product = false }) {
  return html`
    <table class="rows">
      <thead><tr>
        <th scope="col">${say('results.page')}</th><th scope="col" class="fit">${say('urls.http')}</th><th scope="col" class="types">${say('results.types')}</th>
        <th scope="col" class="number">${say('results.mismatches')}</th><th scope="col" class="number">${say('results.suggestions')}</th>
        <th scope="col" class="number">${say('results.findings')}</th><th scope="col" class="time">${say('results.crawled')}</th>
      </tr></thead>
      <tbody>${rows.map((row) => html`<${ResultRow} key=${row.id} row=${row} product=${product} />`)}</tbody>
    </table>`
}

function ResultRow({ row, product }) {
  const title = row.title?.trim()
  // A page that was not read has no counts: 0 would say that nothing is wrong with it.
  const counted = (number) => (row.is_error ? null : number)
  return html`
    <tr>
      <th scope="row" class="lead">
        <a href=${address(['results', row.id])}>${title ? title.slice(0, TITLE_SHOWN) : row.url}</a>
        ${title && html`<p class="url soft">${row.url}</p>`}
        ${product && html`<p class="soft">${row.product_name}</p>`}
        <${FetchError} row=${row} />
      </th>
      <td class="fit" data-label=${say('urls.http')}><${HttpStatus} row=${row} /></td>
      <td class="types" data-label=${say('results.types')}><${Types} row=${row} /></td>
      <${Count} label=${say('results.mismatches')} number=${counted(row.mismatch_count)} kind="bad" />
      <${Count} label=${say('results.suggestions')} number=${counted(row.suggestion_count)} kind="warn" />
      <${Count} label=${say('results.findings')} number=${counted(row.finding_count)} kind="warn" />
      <td class="time" data-label=${say('results.crawled')}>${when(row.created_at)}</td>
    </tr>`
}

function Types({ row }) {
  const names = [...new Set(row.types.map(({ type }) => type))]
  if (!names.length) return html`<span class="soft">${row.is_error ? '–' : say('results.no_types')}</span>`
  return html`
    <span class="chips">
      ${names.slice(0, TYPES_SHOWN).map((name) => html`<span key=${name} class="chip">${name}</span>`)}
      ${names.length > TYPES_SHOWN && html`<span class="soft">+${count(names.length - TYPES_SHOWN)}</span>`}
    </span>`
}

function Count({ label, number, kind }) {
  return html`<td class="number" data-label=${label}>${number ? html`<${Mark} kind=${kind}>${count(number)}<//>` : count(number)}</td>`
}
