/** URL の一括登録 and URL 一覧 of a product (K-021, K-022, K-023). */
import { post, remove } from './api.js'
import { count, openable, when } from './format.js'
import { html, useState } from './htm-preact.js'
import { useAction, usePages } from './load.js'
import { Dialog } from './parts-dialog.js'
import { More, Nothing, Problem, Said, Skeleton } from './parts-feedback.js'
import { Button, Field, FormProblem, submitted, useShownValues } from './parts-form.js'
import { HttpStatus, WhyUnread } from './parts-status.js'
import { SitemapAdd } from './product-sitemap.js'
import { address, go } from './router.js'
import { say } from './texts.js'

const REJECTED_SHOWN = 50

/** `changed` is called when the number of URLs is another. `query.q` filters the list. */
export function ProductUrls({ product, query, changed }) {
  const q = query.q ?? ''
  const list = usePages(`products/${product.id}/urls?limit=50${q && `&q=${encodeURIComponent(q)}`}`, 'urls', 'after')
  const again = () => {
    list.reload()
    changed()
  }
  return html`
    <${BulkAdd} product=${product} added=${again} />
    <${SitemapAdd} product=${product} added=${again} />
    <section class="card">
      <h2>${say('urls.title')} ${list.first && html`<span class="soft">${say('urls.total', { total: count(list.first.total) })}</span>`}</h2>
      ${(q || product.url_count > 0) && html`<${Search} product=${product} q=${q} />`}
      ${!list.rows && html`<${Problem} problem=${list.problem} retry=${list.reload} />`}
      ${!list.rows && !list.problem && html`<${Skeleton} />`}
      ${list.rows && (list.rows.length ? html`<${Urls} product=${product} rows=${list.rows} deleted=${again} />`
        : html`<${Nothing} text=${q ? say('nothing') : say('urls.empty')} />`)}
      <${More} list=${list} />
    </section>`
}

function BulkAdd({ product, added }) {
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState(null)
  const adding = useAction(async () => {
    setAnswer(null)
    const fresh = await post(`products/${product.id}/urls`, { text })
    setAnswer(fresh)
    // What was refused stays in the input, to be mended there.
    setText(fresh.rejected.map((line) => line.text).join('\n'))
    added()
  })
  return html`
    <section class="card">
      <h2>${say('bulk.title')}</h2>
      <form onSubmit=${submitted(() => adding.run())}>
        <${FormProblem} problem=${adding.problem} fields=${['text']} />
        <${Field} label=${say('bulk.label')} name="text" problem=${adding.problem} hint=${say('bulk.hint')}>
          ${(tied) => html`<textarea rows="5" required spellcheck=${false} autocapitalize="none" wrap="off"
            placeholder="https://www.example.com/" value=${text} onInput=${(event) => setText(event.currentTarget.value)} ...${tied}></textarea>`}
        <//>
        <p class="buttons"><${Button} kind="main" busy=${adding.busy}>${say('bulk.submit')}<//></p>
      </form>
      <${Said}>${answer && say('bulk.done', { added: count(answer.added), skipped: count(answer.skipped) })}<//>
      ${answer && answer.rejected.length > 0 && html`<${Rejected} lines=${answer.rejected} />`}
    </section>`
}

function Rejected({ lines }) {
  return html`
    <div class="notice warn" role="alert">
      <p>${say('bulk.rejected', { count: count(lines.length) })}</p>
      <ul class="plain">
        ${lines.slice(0, REJECTED_SHOWN).map((line) => html`
          <li key=${line.line}>${say('bulk.line', { line: line.line, message: line.message })} <code class="typed">${line.text.slice(0, 300)}</code></li>`)}
      </ul>
      ${lines.length > REJECTED_SHOWN && html`<p>${say('bulk.others', { count: count(lines.length - REJECTED_SHOWN) })}</p>`}
    </div>`
}

function Search({ product, q }) {
  const form = useShownValues({ q })
  const search = ({ q: typed }) => go(address(['products', product.id], { q: typed.trim() }))
  return html`
    <form ref=${form} class="filters" role="search" onSubmit=${submitted(search)}>
      <${Field} label=${say('urls.search')} name="q">
        ${(tied) => html`<input type="search" ...${tied} />`}
      <//>
      <p class="buttons">
        <button type="submit">${say('filter')}</button>
        ${q && html`<a class="button" href=${address(['products', product.id])}>${say('clear')}</a>`}
      </p>
    </form>`
}

function Urls({ product, rows, deleted }) {
  const [asked, setAsked] = useState(null)
  return html`
    <table class="rows">
      <thead><tr>
        <th scope="col">URL</th><th scope="col" class="fit">${say('urls.http')}</th><th scope="col" class="time">${say('urls.last_crawled')}</th>
        <th scope="col"><span class="unseen">${say('delete')}</span></th>
      </tr></thead>
      <tbody>
        ${rows.map((row) => html`
          <tr key=${row.id}>
            <th scope="row" class="lead url"><${UrlLink} url=${row.url} />
              ${row.is_error ? html`<p class="soft"><${WhyUnread} row=${row} all /></p>` : null}</th>
            <td class="fit" data-label=${say('urls.http')}><${HttpStatus} row=${row} /></td>
            <td class="time" data-label=${say('urls.last_crawled')}>${row.last_result_id
              ? html`<a href=${address(['results', row.last_result_id])}>${when(row.last_crawled_at)}</a>` : say('urls.never')}</td>
            <td class="act"><button type="button" class="quiet" aria-label=${say('urls.delete_one', { url: row.url })}
              onClick=${() => setAsked(row)}>${say('delete')}</button></td>
          </tr>`)}
      </tbody>
    </table>
    ${asked && html`<${DeleteUrl} product=${product} row=${asked} close=${() => setAsked(null)} deleted=${deleted} />`}`
}

function UrlLink({ url }) {
  const href = openable(url)
  return href ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${url}</a>` : html`<span>${url}</span>`
}

function DeleteUrl({ product, row, close, deleted }) {
  const deleting = useAction(async () => {
    await remove(`products/${product.id}/urls/${row.id}`)
    close()
    deleted()
  })
  return html`
    <${Dialog} title=${say('urls.delete_title')} close=${close}>
      <p class="url">${row.url}</p>
      <p>${say('urls.delete_text')}</p>
      <${FormProblem} problem=${deleting.problem} />
      <p class="buttons">
        <button type="button" onClick=${close} autofocus>${say('cancel')}</button>
        <${Button} type="button" kind="danger" busy=${deleting.busy} onClick=${() => deleting.run()}>${say('delete')}<//>
      </p>
    <//>`
}
