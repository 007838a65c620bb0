/** Values as a page declares them: text, numbers, things within things. Drawn as deep and as long as the person asks. */
import { html, useState } from './htm-preact.js'
import { Limited } from './parts-section.js'
import { say } from './texts.js'

const TEXT_SHOWN = 400
const HINT_SHOWN = 60
const OPEN_DEPTH = 2
const OPEN_LENGTH = 3
const LIST_STEP = 20
/** What tells one thing from the next, in the line of a folded one. */
const HINTS = ['name', 'headline', 'text', 'url', '@id']

const isThing = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const typesOf = (thing) => [thing['@type']].flat().filter((type) => typeof type === 'string').slice(0, 5).join(', ')

/** One value of a comparison: text as it is, anything else as the tree shows it. */
export function Declared({ value }) {
  if (value === null || value === undefined || value === '') return html`<span class="soft">–</span>`
  return html`<${Value} value=${value} open=${false} />`
}

/** The properties of one thing as a tree. Its own types are in the line above it. */
export function Properties({ thing, depth = 0 }) {
  const rows = Object.entries(thing).filter(([name, value]) => name !== '@type' || isThing(value))
  if (!rows.length) return html`<p class="nothing">${say('value.empty')}</p>`
  return html`<${Limited} rows=${rows} kind="tree" row=${([name, value]) => html`
    <li key=${name}><${Value} name=${name} value=${value} depth=${depth} open=${depth < OPEN_DEPTH} /></li>`} />`
}

function Value({ name, value, depth = 0, open }) {
  const label = name !== undefined && html`<span class="property">${name}</span> `
  if (Array.isArray(value)) {
    // Lists in lists stay folded: unwrapping them one by one would follow the page as deep as it likes.
    if (value.length === 1 && !Array.isArray(value[0])) return html`<${Value} name=${name} value=${value[0]} depth=${depth} open=${open} />`
    return html`<${Folded} title=${html`${label}<span class="soft">${say('value.list', { count: value.length })}</span>`} atFirst=${open}
      inside=${() => html`<${Limited} rows=${value} kind="tree" step=${LIST_STEP} row=${(one, at) => html`
        <li key=${at}><${Value} value=${one} depth=${depth + 1} open=${open && value.length <= OPEN_LENGTH} /></li>`} />`} />`
  }
  if (isThing(value)) {
    return html`<${Folded} title=${html`${label}<${Title} thing=${value} />`} atFirst=${open}
      inside=${() => html`<${Properties} thing=${value} depth=${depth + 1} />`} />`
  }
  return html`${label}${typeof value === 'string' ? html`<${Text} text=${value} />` : html`<span class="literal">${String(value)}</span>`}`
}

function Title({ thing }) {
  const hint = HINTS.map((name) => thing[name]).find((value) => typeof value === 'string' && value !== '')
  return html`${typesOf(thing) || say('value.thing')}${hint && html` <span class="soft">${hint.slice(0, HINT_SHOWN)}</span>`}`
}

/** What is inside is drawn when it is opened: the tree may be deeper than a page can be drawn. */
function Folded({ title, atFirst, inside }) {
  const [open, setOpen] = useState(atFirst)
  return html`
    <details open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>${title}</summary>${open && inside()}</details>`
}

function Text({ text }) {
  const [all, setAll] = useState(false)
  if (text === '') return html`<span class="soft">${say('value.empty_text')}</span>`
  if (all || text.length <= TEXT_SHOWN) return html`<span class="text">${text}</span>`
  return html`<span class="text">${text.slice(0, TEXT_SHOWN)}…</span>
    <button type="button" class="quiet" onClick=${() => setAll(true)}>${say('value.all')}</button>`
}
