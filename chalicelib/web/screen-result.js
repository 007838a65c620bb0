/** 結果詳細: everything one page declared and what is to be said about it (K-083). */
import { count, openable, size, when } from './format.js'
import { html } from './htm-preact.js'
import { useLoad } from './load.js'
import { Nothing, Problem, Skeleton } from './parts-feedback.js'
import { Page } from './parts-page.js'
import { FetchError } from './parts-status.js'
import { Checks } from './result-checks.js'
import { Entities } from './result-entities.js'
import { FetchFacts, PageFacts } from './result-facts.js'
import { Findings } from './result-findings.js'
import { RawMarkup } from './result-raw.js'
import { isToDo, Suggestions } from './result-suggestions.js'
import { lastList } from './screen-results.js'
import { say } from './texts.js'

export function ScreenResult({ id }) {
  const loaded = useLoad(`results/${id}`)
  const result = loaded.data?.result
  return html`
    <${Page} title=${say('result.title')} before=${html`<a href=${lastList()}>${say('results.title')}</a>`}>
      <${Problem} problem=${loaded.problem} retry=${loaded.reload} />
      ${!result && !loaded.problem && html`<${Skeleton} lines=${10} />`}
      ${result && html`<${Detail} result=${result} />`}
    <//>`
}

function Detail({ result }) {
  const read = result.result
  const href = openable(result.final_url || result.url)
  return html`
    <section class="card subject">
      <p class="subject-title">${result.title?.trim() || say('result.no_title')}</p>
      <p class="url">${result.url}</p>
      <${FetchError} row=${result} all />
      <p class="soft">${result.product_name} ・ ${when(result.created_at)}</p>
      ${href && html`<p class="buttons"><a class="button" href=${href} target="_blank" rel="noopener noreferrer">${say('result.open')}</a></p>`}
    </section>
    ${read && html`<${Limits} read=${read} /><${Summary} read=${read} />`}
    <${PageFacts} result=${result} />
    ${read ? html`
      <${Checks} checks=${list(read.consistency_checks)} />
      <${Findings} findings=${list(read.validation)} />
      <${Suggestions} suggestions=${list(read.suggestions)} />
      <${Entities} entities=${list(read.entities)} />
      <${RawMarkup} data=${read.structured_data ?? {}} />
      <${FetchFacts} fetch=${read.fetch ?? {}} />` : html`<${Nothing} text=${say('result.nothing_kept')} />`}`
}

/** Old rows and other versions may lack a list (K-061: readers accept what they find). */
const list = (value) => (Array.isArray(value) ? value : [])

/** What is not seen here, and why: markup made by scripts (K-067), a result cut to its findings (K-057). */
function Limits({ read }) {
  return html`
    ${read.page?.script_made && html`<p class="notice warn">${say('result.script_made')}</p>`}
    ${read.cut && html`<p class="notice warn">${say('result.cut', { size: size(read.cut.bytes) })}</p>`}`
}

function Summary({ read }) {
  const checks = list(read.consistency_checks)
  const tiles = [
    ['checks', 'result.checks', checks.filter(({ status }) => status === 'mismatch').length, 'tile.mismatch', 'bad'],
    ['findings', 'result.findings', list(read.validation).filter(({ severity }) => severity === 'error').length, 'tile.errors', 'bad'],
    ['suggestions', 'result.suggestions', list(read.suggestions).filter(isToDo).length, 'tile.todo', 'warn'],
    ['entities', 'result.entities', list(read.entities).length, 'tile.entities', 'plain'],
  ]
  const show = (id) => {
    const heading = document.getElementById(id)
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }
  return html`
    <div class="tiles">
      ${tiles.map(([id, title, number, text, kind]) => html`
        <button key=${id} type="button" class=${`tile ${number ? kind : 'plain'}`} onClick=${() => show(id)}>
          <span>${say(title)}</span><strong>${count(number)}</strong><span class="soft">${say(text)}</span></button>`)}
    </div>`
}
