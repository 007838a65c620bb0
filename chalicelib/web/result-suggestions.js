/** 提案: what the page could declare; what brings no search feature today is folded as 参考 (K-063). */
import { html } from './htm-preact.js'
import { Limited, SectionOf } from './parts-section.js'
import { Mark } from './parts-status.js'
import { Draft } from './result-draft.js'
import { say, sayOr } from './texts.js'

const KINDS = { missing: 'bad', warning: 'warn', implemented: 'good' }
const ORDER = Object.keys(KINDS)
const FOLDED = ['retired', 'understanding']
const TYPES_NAMED = 5

/** What is left to do: K-063 counts neither what is there nor what is only 参考. */
export const isToDo = ({ status, benefit }) => status !== 'implemented' && !FOLDED.includes(benefit)
const rank = ({ status }) => (ORDER.indexOf(status) + ORDER.length + 1) % (ORDER.length + 1)

export function Suggestions({ suggestions }) {
  const sorted = [...suggestions].sort((a, b) => rank(a) - rank(b))
  const folded = sorted.filter(({ benefit }) => FOLDED.includes(benefit))
  const shown = sorted.filter((one) => !folded.includes(one))
  const row = (suggestion, at) => html`<${Suggestion} key=${at} suggestion=${suggestion} />`
  return html`
    <${SectionOf} id="suggestions" title=${say('result.suggestions')} count=${suggestions.length} empty=${say('suggestions.none')}>
      <${Limited} rows=${shown} tag="ul" kind="items" row=${row} />
      ${folded.length > 0 && html`
        <details><summary>${say('suggestions.folded', { count: folded.length })}${' '}
            <span class="soft">${folded.slice(0, TYPES_NAMED).map(({ type }) => type).join(say('comma'))}</span></summary>
          <${Limited} rows=${folded} tag="ul" kind="items" row=${row} /></details>`}
    <//>`
}

function Suggestion({ suggestion }) {
  const { type, status, reason, benefit, retired_on: retired, draft } = suggestion
  const lacks = Array.isArray(suggestion.lacks) ? suggestion.lacks : []
  const wanted = Array.isArray(suggestion.recommended_properties) ? suggestion.recommended_properties : []
  return html`
    <li class="item">
      <p><${Mark} kind=${KINDS[status]}>${sayOr(`suggestion.${status}`, status)}<//> <strong>${type}</strong>
        ${FOLDED.includes(benefit) && html` <${Mark}>${say(`benefit.${benefit}`)}<//>`}
        ${retired && html` <span class="soft">${say('suggestions.retired', { date: String(retired).replaceAll('-', '/') })}</span>`}</p>
      ${reason && html`<p><span class="tag">${say('reason')}</span> ${reason}</p>`}
      ${wanted.length > 0 && html`<p class="chips"><span class="tag">${say('suggestions.properties')}</span>
        ${wanted.map((name) => html`<code key=${name} class="chip">${name}</code>`)}</p>`}
      ${lacks.length > 0 && html`<p class="chips"><span class="tag">${say('suggestions.lacks')}</span>
        ${lacks.map((name) => html`<code key=${name} class="chip">${name}</code>`)}</p>`}
      ${draft && typeof draft === 'object' && html`<${Draft} draft=${draft} type=${type} />`}
    </li>`
}
