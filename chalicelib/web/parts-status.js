/** States as small marks: always with words, never by colour alone. */
import { html } from './htm-preact.js'
import { say, sayOr } from './texts.js'

const RUN_KINDS = { queued: 'info', running: 'info', cancelling: 'warn', done: 'good', cancelled: 'plain', 'auto-closed': 'warn' }

/** @param {{ kind?: 'good'|'bad'|'warn'|'info'|'plain', children: any }} _ */
export function Mark({ kind = 'plain', children }) {
  return html`<span class=${`mark ${kind}`}>${children}</span>`
}

export function RunState({ run }) {
  return html`<${Mark} kind=${RUN_KINDS[run.state]}>${sayOr(`run.state.${run.state}`, run.state)}<//>`
}

/** Is the run still going to change by itself? */
export const isGoing = (run) => run.state === 'queued' || run.state === 'running' || run.state === 'cancelling'

/** The HTTP status of a crawled page, or that there was no answer. `row` has http_status and is_error. */
export function HttpStatus({ row }) {
  if (row.http_status) return html`<${Mark} kind=${row.is_error ? 'bad' : 'good'}>${row.http_status}<//>`
  return row.is_error ? html`<${Mark} kind="bad">${say('http.none')}<//>` : html`<span>–</span>`
}

/** Why a page could not be fetched: the kind in words (K-042), else what was recorded; with `all`, both. */
export function FetchError({ row, all = false }) {
  if (!row.is_error) return null
  const kind = row.error_kind && sayOr(`kind.${row.error_kind}`, row.error_kind)
  return html`<p class="fetch-error"><strong>${say('results.fetch_error')}</strong>${kind && html` ${kind}`}
    ${row.error_message && (all || !kind) && html` <span class="soft">${row.error_message}</span>`}</p>`
}
