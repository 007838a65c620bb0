/** Google の検索機能: which rich results the page could get, what it lacks for them, and what Google shows no more. */
import { html } from './htm-preact.js'
import { Limited, SectionOf } from './parts-section.js'
import { Mark } from './parts-status.js'
import { say } from './texts.js'

/** Grave first: what is lacking, then what few can get, then what is all right. */
const rank = ({ eligible, status }) => (eligible ? 2 : 0) + (status === 'limited' ? 1 : 0)
const isRetired = ({ status }) => status === 'retired'
const list = (value) => (Array.isArray(value) ? value : [])

export function Features({ features }) {
  const shown = features.filter((one) => !isRetired(one)).sort((a, b) => rank(a) - rank(b))
  const retired = features.filter(isRetired)
  const row = (feature, at) => html`<${Feature} key=${at} feature=${feature} />`
  return html`
    <${SectionOf} id="features" title=${say('result.features')} count=${features.length} empty=${say('features.none')}>
      <${Limited} rows=${shown} tag="ul" kind="items" row=${row} />
      ${retired.length > 0 && html`
        <details><summary>${say('features.retired', { count: retired.length })}${' '}
            <span class="soft">${retired.map(({ feature }) => feature).join(say('comma'))}</span></summary>
          <${Limited} rows=${retired} tag="ul" kind="items" row=${row} /></details>`}
    <//>`
}

function Feature({ feature }) {
  const { feature: name, eligible, status, status_date: date, source, index, type, path, reference } = feature
  const problems = list(feature.problems).filter(({ level }) => level !== 'advice')
  const advice = [...list(feature.problems).filter(({ level }) => level === 'advice').map(({ message }) => message), ...list(feature.notes)]
  const state = isRetired(feature) ? 'retired' : eligible ? 'eligible' : 'lacking'
  const kind = { eligible: 'good', lacking: 'bad' }[state]
  return html`
    <li class="item">
      <p><${Mark} kind=${kind}>${say(`features.mark.${state}`)}<//> <strong>${name}</strong>
        ${status === 'limited' && html` <${Mark}>${say('features.limited')}<//>`}
        ${isRetired(feature) && date && html` <span class="soft">${say('features.since', { date: String(date).replaceAll('-', '/') })}</span>`}</p>
      <${Names} title=${say('features.required')} names=${list(feature.missing_required)} />
      ${problems.map(({ message, fix }, at) => html`<p key=${at}>${message} ${fix && html`<span class="soft">${fix}</span>`}</p>`)}
      ${isRetired(feature) && html`<p>${say('features.others')}</p>`}
      ${(list(feature.missing_recommended).length > 0 || advice.length > 0) && html`
        <details><summary>${say('features.more')}</summary>
          <${Names} title=${say('features.recommended')} names=${list(feature.missing_recommended)} />
          ${advice.map((note, at) => html`<p key=${at} class="soft">${note}</p>`)}</details>`}
      <p class="soft">${[source && `${source} #${index}`, type, path].filter(Boolean).join(' ・ ')}${/^https:/.test(reference) && html` <a href=${reference} target="_blank" rel="noopener noreferrer">${say('features.reference')}</a>`}</p>
    </li>`
}

function Names({ title, names }) {
  if (!names.length) return null
  return html`<p class="chips"><span class="tag">${title}</span> ${names.map((name) => html`<code key=${name} class="chip">${name}</code>`)}</p>`
}
