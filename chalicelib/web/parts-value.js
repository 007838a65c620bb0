/** Values as a page declares them: text, numbers, things within things. Drawn as deep and as long as the person asks. */
import { html, useState } from './htm-preact.js'
import { Limited } from './parts-section.js'
import { say } from './texts.js'

const TEXT_SHOWN = 400
const OPEN_DEPTH = 2
const LIST_STEP = 20

const isThing = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const nameOf = (thing) => [thing['@type']].flat().filter((type) => typeof type === 'string').slice(0, 5).join(', ') || thing['@id'] || say('value.thing')

/** One value of a comparison: text as it is, anything else as the tree shows it. */
export function Declared({ value }) {
  if (value === null || value === undefined || value === '') return html`<span class="soft">–</span>`
  return html`<${Value} value=${value} depth=${OPEN_DEPTH} />`
}

/** The properties of one thing as a tree. */
export function Properties({ thing, depth = 0 }) {
  const rows = Object.entries(thing)
  if (!rows.length) return html`<p class="nothing">${say('value.empty')}</p>`
  return html`<${Limited} rows=${rows} kind="tree" row=${([name, value]) => html`
    <li key=${name}><span class="property">${name}</span> <${Value} value=${value} depth=${depth} /></li>`} />`
}

function Value({ value, depth }) {
  if (Array.isArray(value)) {
    // Lists in lists stay folded: unwrapping them one by one would follow the page as deep as it likes.
    if (value.length === 1 && !Array.isArray(value[0])) return html`<${Value} value=${value[0]} depth=${depth} />`
    return html`<${Folded} title=${say('value.list', { count: value.length })} depth=${depth} kind="list" inside=${() => html`
      <${Limited} rows=${value} kind="tree" step=${LIST_STEP} row=${(one, at) => html`
        <li key=${at}><${Value} value=${one} depth=${depth + 1} /></li>`} />`} />`
  }
  if (isThing(value)) {
    return html`<${Folded} title=${nameOf(value)} depth=${depth} kind="thing"
      inside=${() => html`<${Properties} thing=${value} depth=${depth + 1} />`} />`
  }
  if (typeof value === 'string') return html`<${Text} text=${value} />`
  return html`<span class="literal">${value === null ? 'null' : String(value)}</span>`
}

/** What is inside is drawn when it is opened: the tree may be deeper than a page can be drawn. */
function Folded({ title, depth, kind, inside }) {
  const [open, setOpen] = useState(depth < OPEN_DEPTH)
  return html`
    <details class=${kind} open=${open} onToggle=${(event) => {
      event.stopPropagation()
      setOpen(event.currentTarget.open)
    }}>
      <summary>${title}</summary>${open && inside()}</details>`
}

function Text({ text }) {
  const [all, setAll] = useState(false)
  if (text === '') return html`<span class="soft">${say('value.empty_text')}</span>`
  if (all || text.length <= TEXT_SHOWN) return html`<span class="text">${text}</span>`
  return html`<span class="text">${text.slice(0, TEXT_SHOWN)}…</span>
    <button type="button" class="quiet" onClick=${() => setAll(true)}>${say('value.all')}</button>`
}
