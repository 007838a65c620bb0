/** エンティティ: every thing the page declares, its properties as a tree. */
import { html, useState } from './htm-preact.js'
import { Limited, SectionOf } from './parts-section.js'
import { Properties } from './parts-value.js'
import { RawText } from './result-raw.js'
import { say } from './texts.js'

const OPEN_AT_FIRST = 3

export function Entities({ entities }) {
  return html`
    <${SectionOf} id="entities" title=${say('result.entities')} count=${entities.length} empty=${say('entities.none')}>
      <${Limited} rows=${entities} tag="ul" kind="items" step=${30}
        row=${(entity, at) => html`<${Entity} key=${at} entity=${entity} first=${at < OPEN_AT_FIRST} />`} />
    <//>`
}

function Entity({ entity, first }) {
  const [open, setOpen] = useState(first)
  const { source, index, type, raw } = entity
  const properties = typeof entity.properties === 'object' && entity.properties !== null ? entity.properties : {}
  return html`
    <li class="item">
      <details open=${open} onToggle=${(event) => setOpen(event.currentTarget.open)}>
        <summary><strong>${type || say('entities.no_type')}</strong> <span class="soft">${source} #${index}</span></summary>
        ${open && html`<${Properties} thing=${properties} /><${RawText} title=${say('entities.raw')} text=${raw} />`}
      </details>
    </li>`
}
