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

/** Kinds of K-042 where the page, or the one it redirects to, was never asked for. */
const NOT_ASKED = ['robots', 'blocked-address']
/** Where a server did answer, if with nothing to be read, or where nobody knows. */
const NOT_SILENT = ['too-large', 'redirect-loop', 'content-decoding', 'parse-error', 'unknown']

/** The HTTP status of a crawled page, or why there is none. `row` has http_status, is_error and error_message. */
export function HttpStatus({ row }) {
  if (row.http_status) return html`<${Mark} kind=${row.is_error ? 'bad' : 'good'}>${row.http_status}<//>`
  const { kind } = whyUnread(row)
  if (!row.is_error || NOT_SILENT.includes(kind)) return html`<span>–</span>`
  return NOT_ASKED.includes(kind) ? html`<${Mark}>${say('http.excluded')}<//>` : html`<${Mark} kind="bad">${say('http.none')}<//>`
}

/** `kind: what it means (technical detail)`, as error_message is recorded (K-042). */
const RECORDED = /^([a-z-]+): ([^(]*?)(?: \((.*)\))?$/s
/** Details that say no more than their kind. */
const NO_NEWS = ['Disallow']

/**
 * Why a page was not read: the kind (null for an HTTP status), its words in the reader's language, and the technical detail
 * where it says more. What was recorded in another form stands as it is.
 */
export function whyUnread(row) {
  const message = row.error_message ?? ''
  const [, begin, meaning = '', detail = ''] = RECORDED.exec(message) ?? []
  const kind = row.error_kind ?? (begin && sayOr(`kind.${begin}`) ? begin : null)
  if (!kind) return { kind, words: message, detail: '' }
  const words = sayOr(`kind.${kind}`, kind)
  if (detail) return { kind, words, detail: NO_NEWS.includes(detail) ? '' : detail }
  return { kind, words, detail: kind === 'unknown' && !meaning.startsWith(words) ? meaning : '' }
}

/** Why a page was not read, in words; with `all`, the technical detail too. */
export function WhyUnread({ row, all = false }) {
  const { words, detail } = whyUnread(row)
  return html`<span>${words}${all && detail && html`<span class="soft">${say('results.error_detail', { detail })}</span>`}</span>`
}

/** 取得エラー, and why; nothing for a page that was read. */
export function FetchError({ row, all = false }) {
  if (!row.is_error) return null
  return html`<p class="fetch-error"><strong>${say('results.fetch_error')}</strong> <${WhyUnread} row=${row} all=${all} /></p>`
}
