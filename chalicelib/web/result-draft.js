/** A JSON-LD draft of a suggestion, ready to paste, with a button that copies it (K-063). */
import { html, useRef, useState } from './htm-preact.js'
import { say } from './texts.js'

/** The script to paste. `</` in a text would end it. */
const asScript = (draft) =>
  `<script type="application/ld+json">\n${JSON.stringify(draft, null, 2).replaceAll('</', '<\\/')}\n</script>`

export function Draft({ draft, type }) {
  const text = asScript(draft)
  const shown = useRef(null)
  const [told, setTold] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setTold('draft.copied')
    } catch { // no clipboard without https, or not allowed: the reader copies what is selected
      getSelection().selectAllChildren(shown.current)
      setTold('draft.selected')
    }
  }
  return html`
    <details class="raw">
      <summary>${say('draft.title', { type })}</summary>
      <p class="hint">${say('draft.hint')}</p>
      <div class="code" tabindex="0" role="region" aria-label=${say('draft.title', { type })}><pre ref=${shown}>${text}</pre></div>
      <p><button type="button" onClick=${copy}>${say('draft.copy')}</button>${' '}
        <span class="soft" role="status">${told && say(told)}</span></p>
    </details>`
}
