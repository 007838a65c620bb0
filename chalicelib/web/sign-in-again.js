/** The session ended: sign in over the screen that is open, so that nothing typed there is lost (labels: session over). */
import { html } from './htm-preact.js'
import { LoginForm } from './parts-login.js'
import { Dialog } from './parts-dialog.js'
import { say } from './texts.js'

/** `done` gets the new session, or null when the person closes the dialog. */
export function SignInAgain({ email, done }) {
  return html`
    <${Dialog} title=${say('again.title')} close=${() => done(null)}>
      <p>${say('again.text')}</p>
      <${LoginForm} email=${email} done=${done} cancel=${() => done(null)} />
    <//>`
}
