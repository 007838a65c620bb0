/** 日本語 / English: each in its own language, so that whoever needs it can read it. */
import { html } from './htm-preact.js'
import { chooseLanguage, language, say } from './texts.js'

const LANGUAGES = [['ja', '日本語'], ['en', 'English']]

export function LanguageChoice() {
  return html`
    <div class="languages" role="group" aria-label=${say('shell.language')}>
      ${LANGUAGES.map(([name, text]) => html`
        <button key=${name} type="button" lang=${name} aria-pressed=${String(language() === name)}
          onClick=${() => chooseLanguage(name)}>${text}</button>`)}
    </div>`
}
