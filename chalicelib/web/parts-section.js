/** A section of the detail page, and long lists that are drawn a piece at a time. */
import { count as shown } from './format.js'
import { html, useState } from './htm-preact.js'
import { Nothing } from './parts-feedback.js'
import { say } from './texts.js'

const STEP = 50

/** `id` is the heading's, so that the summary can lead to it. */
export function SectionOf({ id, title, count, empty, children }) {
  return html`
    <section class="card">
      <h2 id=${id} tabindex="-1">${title} <span class="soft">${say('items', { count: shown(count) })}</span></h2>
      ${count ? children : html`<${Nothing} text=${empty} />`}
    </section>`
}

/**
 * The first rows and, on demand, the next: a page may declare thousands of things. `tag` is `ul` or `tbody`,
 * `columns` the width of a table; `row` draws one of `rows`.
 */
export function Limited({ rows, row, tag = 'ul', kind, columns, step = STEP }) {
  const [limit, setLimit] = useState(step)
  const left = rows.length - limit
  const button = left > 0 && html`
    <button type="button" onClick=${() => setLimit(limit + step)}>${say('more_of', { count: shown(left) })}</button>`
  return html`
    <${tag} class=${kind}>
      ${rows.slice(0, limit).map(row)}
      ${button && (tag === 'tbody' ? html`<tr><td class="more" colspan=${columns}>${button}</td></tr>` : html`<li class="more">${button}</li>`)}
    <//>`
}
