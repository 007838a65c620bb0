/** 結果詳細: everything one page declared and what is to be said about it (K-083). */
import { count, openable, size, when } from './format.js'
import { html } from './htm-preact.js'
import { useLoad } from './load.js'
import { Nothing, Problem, Skeleton } from './parts-feedback.js'
import { Page } from './parts-page.js'
import { Checks } from './result-checks.js'
import { Entities } from './result-entities.js'
import { FetchFacts, PageFacts } from './result-facts.js'
import { Features } from './result-features.js'
import { Findings } from './result-findings.js'
import { RawMarkup } from './result-raw.js'
import { isToDo, Suggestions } from './result-suggestions.js'
import { Unread } from './result-unread.js'
import { lastList } from './screen-results.js'
import { say } from './texts.js'
import './texts-result.js'

/** Section, its title, what is counted, how it looks where there is some. */
const TILES = [
  ['checks', 'result.checks', 'tile.mismatch', 'bad'],
  ['findings', 'result.findings', 'tile.errors', 'bad'],
  ['suggestions', 'result.suggestions', 'tile.todo', 'warn'],
  ['entities', 'result.entities', 'tile.entities', 'plain'],
]

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
  return html`
    ${result.is_error && html`<${Unread} result=${result} />`}
    <${Subject} result=${result} />
    ${read && !result.is_error && html`<${Limits} read=${read} />`}
    ${(read || result.is_error) && html`<${Summary} read=${result.is_error ? null : read} />`}
    <${PageFacts} result=${result} />
    ${read && !result.is_error && html`
      <${Checks} checks=${list(read.consistency_checks)} />
      <${Findings} findings=${list(read.validation)} />
      <${Features} features=${list(read.rich_results)} />
      <${Suggestions} suggestions=${list(read.suggestions)} />
      <${Entities} entities=${list(read.entities)} />
      <${RawMarkup} data=${read.structured_data ?? {}} />`}
    ${read ? html`<${FetchFacts} fetch=${read.fetch ?? {}} answered=${Boolean(result.http_status)} />` : !result.is_error && html`<${Nothing} text=${say('result.nothing_kept')} />`}`
}

function Subject({ result }) {
  // Where a page that was not read would have led may be an address that nobody should be sent to.
  const href = openable((!result.is_error && result.final_url) || result.url)
  const title = result.title?.trim() || (result.is_error ? '' : say('result.no_title'))
  return html`
    <section class="card subject">
      ${title && html`<p class="subject-title">${title}</p>`}
      <p class=${title ? 'url' : 'subject-title url'}>${result.url}</p>
      <p class="soft">${result.product_name} ・ ${when(result.created_at)}</p>
      ${href && html`<p class="buttons"><a class="button" href=${href} target="_blank" rel="noopener noreferrer">${say('result.open')}</a></p>`}
    </section>`
}

/** Old rows and other versions may lack a list (K-061: readers accept what they find). */
const list = (value) => (Array.isArray(value) ? value : [])

/** What is not seen here, and why: markup made by scripts (K-067), a result cut to its findings (K-057). */
function Limits({ read }) {
  return html`
    ${read.page?.script_made && html`<p class="notice warn">${say('result.script_made')}</p>`}
    ${read.cut && html`<p class="notice warn">${say('result.cut', { size: size(read.cut.bytes) })}</p>`}`
}

/** How much there is to see to, and the way there. `read` is null for a page that was not read: then nothing is known. */
function Summary({ read }) {
  const numbers = read && {
    checks: list(read.consistency_checks).filter(({ status }) => status === 'mismatch').length,
    findings: list(read.validation).filter(({ severity }) => severity === 'error').length,
    suggestions: list(read.suggestions).filter(isToDo).length,
    entities: list(read.entities).length,
  }
  return html`
    <div class="tiles">
      ${TILES.map(([id, title, text, kind]) => (numbers ? html`
        <button key=${id} type="button" class=${`tile ${numbers[id] ? kind : 'plain'}`} onClick=${() => show(id)}>
          <span>${say(title)}</span><strong>${count(numbers[id])}</strong><span class="soft">${say(text)}</span></button>`
        : html`<div key=${id} class="tile unread"><span>${say(title)}</span><strong>–</strong><span class="soft">${say('unread.count')}</span></div>`))}
    </div>`
}

function show(id) {
  const heading = document.getElementById(id)
  heading.scrollIntoView()
  heading.focus({ preventScroll: true })
}
