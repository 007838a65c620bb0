/** 検証結果: what is wrong in the markup itself, the gravest first, each with its fix and its line. */
import { html } from './htm-preact.js'
import { Limited, SectionOf } from './parts-section.js'
import { Mark } from './parts-status.js'
import { say, sayOr } from './texts.js'

const KINDS = { error: 'bad', warning: 'warn', info: 'info' }
const ORDER = Object.keys(KINDS)
const rank = ({ severity }) => (ORDER.indexOf(severity) + ORDER.length + 1) % (ORDER.length + 1)

export function Findings({ findings }) {
  const sorted = [...findings].sort((a, b) => rank(a) - rank(b))
  return html`
    <${SectionOf} id="findings" title=${say('result.findings')} count=${findings.length} empty=${say('findings.none')}>
      <${Limited} rows=${sorted} tag="ul" kind="items" row=${(finding, at) => html`<${Finding} key=${at} finding=${finding} />`} />
    <//>`
}

function Finding({ finding }) {
  const { severity, source, index, type, path, rule, message, fix, line } = finding
  const subject = [source && index ? `${source} #${index}` : source, type, path].filter(Boolean).join(' ・ ')
  return html`
    <li class="item">
      <p><${Mark} kind=${KINDS[severity]}>${sayOr(`severity.${severity}`, severity)}<//> <strong>${message || rule}</strong></p>
      ${fix && html`<p><span class="tag">${say('fix')}</span> ${fix}</p>`}
      <p class="soft">${subject}${Number.isFinite(line) && html`<span> ・ ${say('findings.line', { line })}</span>`}
        ${rule && html` <code>${rule}</code>`}</p>
    </li>`
}
