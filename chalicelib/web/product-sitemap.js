/** サイトマップから登録 of a product (K-021): first what would be added, then adding it. */
import { post } from './api.js'
import { count } from './format.js'
import { html, useRef, useState } from './htm-preact.js'
import { useAction } from './load.js'
import { Said } from './parts-feedback.js'
import { Button, Field, FormProblem, submitted } from './parts-form.js'
import { say } from './texts.js'

const TOLD = 50

/** `added` is called when there are more URLs. */
export function SitemapAdd({ product, added }) {
  const [url, setUrl] = useState('')
  const [preview, setPreview] = useState(null)
  const [answer, setAnswer] = useState(null)
  const form = useRef(null)
  const path = `products/${product.id}/sitemap`
  const looking = useAction(async () => {
    setPreview(null)
    setAnswer(null)
    setPreview(await post(path, { url, dry_run: true }))
  })
  const adding = useAction(async () => {
    const fresh = await post(path, { url })
    // The button that was pressed goes with the preview.
    form.current?.querySelector('button').focus()
    setPreview(null)
    setAnswer(fresh)
    added()
  })
  // What was looked at is of the address that was there then.
  const typed = (event) => {
    setUrl(event.currentTarget.value)
    setPreview(null)
    setAnswer(null)
    looking.clear()
    adding.clear()
  }
  const problem = looking.problem ?? adding.problem
  return html`
    <section class="card">
      <h2>${say('sitemap.title')}</h2>
      <form ref=${form} onSubmit=${submitted(() => adding.busy || looking.run())}>
        <${FormProblem} problem=${problem} fields=${['url']} />
        <${Field} label=${say('sitemap.label')} name="url" problem=${problem} hint=${say('sitemap.hint')}>
          ${(tied) => html`<input type="text" inputmode="url" required maxlength="2000" autocomplete="off" autocapitalize="none"
            spellcheck=${false} placeholder="https://www.example.com/sitemap.xml" readonly=${looking.busy || adding.busy}
            value=${url} onInput=${typed} ...${tied} />`}
        <//>
        <p class="buttons"><${Button} kind=${preview ? '' : 'main'} busy=${looking.busy}>${say('sitemap.look')}<//></p>
      </form>
      <${Said}>${preview ? say('sitemap.found', { files: count(urlFiles(preview)), urls: count(preview.found) })
        : answer && say('bulk.done', { added: count(answer.added), skipped: count(answer.skipped) })}<//>
      ${preview && html`<${Preview} preview=${preview} busy=${adding.busy} add=${() => adding.run()} />`}
      ${answer && html`<${Wrong} listed=${answer} />`}
    </section>`
}

const urlFiles = (listed) => listed.files.filter((file) => file.kind === 'urls').length

function Preview({ preview, busy, add }) {
  const { sample } = preview
  const facts = [
    ['sitemap.new', preview.new, true],
    ['sitemap.known', preview.known, true],
    ['sitemap.repeated', preview.repeated, false],
    ['sitemap.refused', preview.rejected_count, false],
  ]
  return html`
    <div class="preview">
      <dl class="facts">
        ${facts.filter(([, number, always]) => always || number).map(([key, number]) => html`
          <div key=${key}><dt>${say(key)}</dt><dd>${count(number)}</dd></div>`)}
      </dl>
      ${preview.other_hosts > 0 && html`<p class="notice warn">${say('sitemap.other_hosts', { count: count(preview.other_hosts) })}</p>`}
      ${sample.length > 0 && html`
        <details>
          <summary>${say('sitemap.sample', { count: count(sample.length) })}</summary>
          <ul class="plain listing" tabindex="0" aria-label=${say('sitemap.new')}>${sample.map((url) => html`<li key=${url} class="url">${url}</li>`)}</ul>
        </details>`}
      <${Wrong} listed=${preview} />
      ${preview.new > 0
        ? html`<p class="buttons"><${Button} type="button" kind="main" busy=${busy} onClick=${add}>${say('sitemap.add', { count: count(preview.new) })}<//></p>`
        : html`<p>${say('sitemap.nothing_new')}</p>`}
    </div>`
}

/** What was left out, and which files and lines are at fault. */
function Wrong({ listed }) {
  const { urls, files } = listed.left_out
  return html`
    ${urls > 0 && html`<p class="notice warn">${say('sitemap.urls_left', { count: count(urls) })}</p>`}
    ${files > 0 && html`<p class="notice warn">${say('sitemap.files_left', { count: count(files) })}</p>`}
    <${Faults} title="sitemap.problems" rows=${listed.problems} total=${listed.problem_count} />
    <${Faults} title="sitemap.rejected" rows=${listed.rejected} total=${listed.rejected_count} />`
}

function Faults({ title, rows, total }) {
  if (!total) return null
  const shown = rows.slice(0, TOLD)
  return html`
    <div class="notice warn">
      <p>${say(title, { count: count(total) })}</p>
      <ul class="plain">
        ${shown.map((row, number) => html`<li key=${number}><span class="url">${row.file}</span> ${placed(row)}
          ${row.text && html` <code class="typed">${row.text}</code>`}</li>`)}
      </ul>
      ${total > shown.length && html`<p>${say('sitemap.others', { count: count(total - shown.length) })}</p>`}
    </div>`
}

function placed({ line, column, message }) {
  if (line === null) return message
  return column ? say('sitemap.place', { line: count(line), column: count(column), message }) : say('bulk.line', { line: count(line), message })
}
