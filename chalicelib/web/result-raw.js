/** 構造化マークアップ as it stands in the page, per syntax, expanded on click (K-083). */
import { count, size } from './format.js'
import { html, useState } from './htm-preact.js'
import { Limited } from './parts-section.js'
import { say } from './texts.js'

/** Characters drawn at once, about: a line of a million freezes a browser that has to break it. */
const PIECE = 20_000
/** How far before that a line's end is looked for, so that no line is broken in two. */
const LOOK_BACK = 2000
const SYNTAXES = [['json_ld', 'JSON-LD'], ['microdata', 'Microdata'], ['rdfa', 'RDFa']]

/** A script or top element by its number in structured_data; entities are counted apart, as `JSON-LD #1`. */
export const blockName = (source, number) => say(source === 'JSON-LD' ? 'block.script' : 'block.other', { source, number })

export function RawMarkup({ data }) {
  return html`
    <section class="card">
      <h2 id="raw" tabindex="-1">${say('result.raw')}</h2>
      <p class="hint">${say('raw.hint')}</p>
      ${SYNTAXES.map(([key, name]) => html`<${Syntax} key=${key} name=${name} blocks=${Array.isArray(data[key]) ? data[key] : []} />`)}
    </section>`
}

function Syntax({ name, blocks }) {
  return html`
    <h3>${name} <span class="soft">${say('items', { count: count(blocks.length) })}</span></h3>
    ${blocks.length ? html`<${Limited} rows=${blocks} kind="blocks" step=${30} row=${(block, at) => html`<${Block} key=${at} name=${name} block=${block} />`} />`
      : html`<p class="nothing">${say('raw.none')}</p>`}`
}

function Block({ name, block }) {
  const text = typeof block.raw === 'string' ? block.raw : ''
  return html`
    <li>
      ${block.error && html`<p class="notice bad">${say('raw.unreadable')} ${typeof block.error === 'string' ? block.error : block.error.message ?? ''}</p>`}
      <${RawText} title=${blockName(name, block.index)} text=${text} />
    </li>`
}

/** Markup as text, drawn when it is opened and a piece at a time. */
export function RawText({ title, text }) {
  const [open, setOpen] = useState(false)
  const [ends, setEnds] = useState([])
  if (!text) return null
  const pieces = ends.length ? ends : [endOfPiece(text, 0)]
  const last = pieces[pieces.length - 1]
  return html`
    <details class="raw" open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>${title} <span class="soft">${size(new Blob([text]).size)}</span></summary>
      ${open && html`
        <div class="code" tabindex="0" role="region" aria-label=${title}>
          ${pieces.map((end, at) => html`<pre key=${at}>${text.slice(at ? pieces[at - 1] : 0, end)}</pre>`)}
        </div>
        ${last < text.length && html`<button type="button" onClick=${() => setEnds([...pieces, endOfPiece(text, last)])}>
          ${say('raw.more', { count: count(text.length - last) })}</button>`}`}
    </details>`
}

function endOfPiece(text, start) {
  const furthest = start + PIECE
  if (furthest >= text.length) return text.length
  const line = text.lastIndexOf('\n', furthest)
  return line > furthest - LOOK_BACK ? line + 1 : furthest
}
