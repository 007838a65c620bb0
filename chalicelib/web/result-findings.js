/** 検証結果: what is wrong in the markup itself, the gravest first, each with its fix and its line. */
import { html } from './htm-preact.js'
import { Limited, SectionOf } from './parts-section.js'
import { Mark } from './parts-status.js'
import { blockName } from './result-raw.js'
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

/** Where it is: `#n` counts entities, a block has its own number; older rows know no block and have one number for both. */
function placeOf({ source, index, block, type, path, line }) {
  const inBlock = source && Number.isFinite(block) ? blockName(source, block) : ''
  const thing = source && index && (type || !inBlock) ? `${source} #${index}` : inBlock ? '' : source
  const spot = Number.isFinite(line) ? (inBlock ? say('findings.line_of', { block: inBlock, line }) : say('findings.line', { line })) : inBlock
  return [thing, type, path, spot].filter(Boolean)
}

function Finding({ finding }) {
  const { severity, rule, message, fix, reference } = finding
  return html`
    <li class="item">
      <p><${Mark} kind=${KINDS[severity]}>${sayOr(`severity.${severity}`, severity)}<//> <strong>${message || rule}</strong></p>
      ${fix && html`<p><span class="tag">${say('fix')}</span> ${fix}</p>`}
      <p class="soft">${placeOf(finding).join(' ・ ')}${rule && html` <code>${rule}</code>`}${/^https:/.test(reference) && html` <a href=${reference} target="_blank" rel="noopener noreferrer">${say('findings.reference')}</a>`}</p>
    </li>`
}
