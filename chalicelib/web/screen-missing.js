/** An address that names nothing, or a page this person may not open. */
import { html } from './htm-preact.js'
import { Page } from './parts-page.js'
import { say } from './texts.js'

/** `title` and `text` are keys, so that a change of language is followed. */
export function ScreenMissing({ title, text }) {
  return html`
    <${Page} title=${say(title)}>
      <p>${say(text)}</p>
      <p><a href="#/">${say('missing.home')}</a></p>
    <//>`
}
