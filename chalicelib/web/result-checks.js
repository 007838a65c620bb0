/** 一致確認: the declared value and the page's, side by side; what disagrees stands first (K-064). */
import { html } from './htm-preact.js'
import { Declared } from './parts-value.js'
import { Limited, SectionOf } from './parts-section.js'
import { Mark } from './parts-status.js'
import { say, sayOr } from './texts.js'

const KINDS = { mismatch: 'bad', missing: 'warn', skipped: 'plain', match: 'good' }
const ORDER = Object.keys(KINDS)
const rank = ({ status }) => (ORDER.indexOf(status) + ORDER.length + 1) % (ORDER.length + 1)

export function Checks({ checks }) {
  const sorted = [...checks].sort((a, b) => rank(a) - rank(b))
  return html`
    <${SectionOf} id="checks" title=${say('result.checks_long')} count=${checks.length} empty=${say('checks.none')}>
      <table class="rows checks">
        <thead><tr>
          <th scope="col">${say('checks.verdict')}</th><th scope="col">${say('checks.field')}</th>
          <th scope="col">${say('checks.declared')}</th><th scope="col">${say('checks.seen')}</th><th scope="col">${say('reason')}</th>
        </tr></thead>
        <${Limited} rows=${sorted} tag="tbody" row=${(check, at) => html`<${Check} key=${at} check=${check} />`} columns=${5} />
      </table>
    <//>`
}

function Check({ check }) {
  const { status, reason_code: reason, source, type, field, message } = check
  const verdict = status === 'missing' ? sayOr(`check.missing.${reason}`, say('check.missing')) : sayOr(`check.${status}`, status)
  const why = status === 'skipped' && reason ? sayOr(`check.skipped.${reason}`, '') : ''
  return html`
    <tr class=${`check-${status}`}>
      <td data-label=${say('checks.verdict')}><${Mark} kind=${KINDS[status]}>${verdict}<//>${why && html` <span class="soft">${why}</span>`}</td>
      <th scope="row" data-label=${say('checks.field')}><span class="field-name">${field}</span>
        <span class="soft source">${[type, source].filter(Boolean).join(' ・ ')}</span></th>
      <td data-label=${say('checks.declared')}><${Declared} value=${check.schema_value} /></td>
      <td data-label=${say('checks.seen')}><${Declared} value=${check.page_value} /></td>
      <td data-label=${say('reason')}>${message || '–'}</td>
    </tr>`
}
