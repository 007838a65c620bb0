/** What the page is, and how it was fetched. */
import { count, openable, size } from './format.js'
import { html } from './htm-preact.js'
import { HttpStatus, Mark } from './parts-status.js'
import { say } from './texts.js'

/** What the page says of itself stands only where it was read. */
export function PageFacts({ result }) {
  const fetched = [
    [say('fact.url'), html`<${Address} url=${result.url} />`],
    [say('fact.final_url'), html`<${Address} url=${result.final_url} />`],
    [say('urls.http'), html`<${HttpStatus} row=${result} />`],
    [say('fact.content_type'), result.content_type],
  ]
  const rows = result.is_error ? fetched : [
    ...fetched,
    [say('fact.charset'), result.detected_charset],
    [say('fact.title'), result.title],
    [say('fact.description'), result.meta_description],
    [say('fact.canonical'), html`<${Address} url=${result.canonical_url} />`],
    [say('fact.h1'), result.primary_heading],
    [say('fact.lang'), result.result?.page?.lang],
    ...(result.result?.page?.noindex ? [[say('fact.noindex'), say('fact.noindex_set')]] : []),
  ]
  return html`
    <section class="card">
      <h2>${say('result.page')}</h2>
      <${Pairs} rows=${rows} />
    </section>`
}

/** `answered`: a status came. Without one, a nought was not measured. */
export function FetchFacts({ fetch, answered }) {
  const redirects = Array.isArray(fetch.redirects) ? fetch.redirects : []
  const known = (number) => Number.isFinite(number) && (answered || number > 0)
  const rows = [
    [say('fact.elapsed'), known(fetch.elapsed_ms) ? `${count(Math.round(fetch.elapsed_ms))} ms` : null],
    [say('fact.bytes'), known(fetch.bytes) ? size(fetch.bytes) : null],
    [say('fact.attempts'), Number.isFinite(fetch.attempts) ? count(fetch.attempts) : null],
    [say('fact.redirects'), redirects.length ? html`
      <ol class="redirects">${redirects.map(({ status, url }, at) => html`
        <li key=${at}><${Mark}>${status}<//> <${Address} url=${url} /></li>`)}</ol>` : say('fact.no_redirects')],
  ]
  return html`
    <section class="card">
      <h2>${say('result.fetch')}</h2>
      <${Pairs} rows=${rows} />
    </section>`
}

function Pairs({ rows }) {
  return html`<dl class="pairs">${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value || '–'}</dd></div>`)}</dl>`
}

/** An address of a crawled page: a link only when it is http or https. */
export function Address({ url }) {
  if (!url) return html`<span>–</span>`
  const href = openable(url)
  return href ? html`<a class="url" href=${href} target="_blank" rel="noopener noreferrer">${url}</a>` : html`<span class="url">${url}</span>`
}
