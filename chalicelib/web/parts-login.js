/** The form of signing in, on its own screen and in the dialog of a session that ended. */
import { post } from './api.js'
import { html } from './htm-preact.js'
import { useAction } from './load.js'
import { Button, Field, FormProblem, submitted } from './parts-form.js'
import { say } from './texts.js'

const FIELDS = ['email', 'password']

/** `done` gets the session (the answer of `POST /api/login`). */
export function LoginForm({ email = '', done, cancel }) {
  const login = useAction(async (values) => done(await post('login', values)))
  return html`
    <form onSubmit=${submitted(login.run)}>
      <${FormProblem} problem=${login.problem} fields=${FIELDS} />
      <${Field} label=${say('login.email')} name="email" problem=${login.problem}>
        ${(tied) => html`<input type="email" autocomplete="username" required defaultValue=${email} ...${tied} />`}
      <//>
      <${Field} label=${say('login.password')} name="password" problem=${login.problem}>
        ${(tied) => html`<input type="password" autocomplete="current-password" required ...${tied} />`}
      <//>
      <p class="buttons">
        <${Button} kind="main" busy=${login.busy}>${say('login.submit')}<//>
        ${cancel && html`<button type="button" onClick=${cancel}>${say('cancel')}</button>`}
      </p>
    </form>`
}
