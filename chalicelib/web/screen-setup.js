/** 初期設定: the first administrator, with the code the server printed (K-073). */
import { post } from './api.js'
import { html } from './htm-preact.js'
import { useAction } from './load.js'
import { Button, Field, FormProblem, submitted } from './parts-form.js'
import { LanguageChoice } from './parts-language.js'
import { Alone } from './parts-page.js'
import { useSession } from './session.js'
import { say } from './texts.js'

const FIELDS = ['code', 'email', 'password']

export function ScreenSetup() {
  const { setSession } = useSession()
  const setup = useAction(async (values) => setSession(await post('setup', { ...values, code: values.code.trim() })))
  return html`
    <${Alone} title=${say('setup.title')}>
      <p>${say('setup.text')}</p>
      <form onSubmit=${submitted(setup.run)}>
        <${FormProblem} problem=${setup.problem} fields=${FIELDS} />
        <${Field} label=${say('setup.code')} name="code" problem=${setup.problem} hint=${say('setup.code_hint')}>
          ${(tied) => html`<input type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck=${false} required ...${tied} />`}
        <//>
        <${Field} label=${say('login.email')} name="email" problem=${setup.problem}>
          ${(tied) => html`<input type="email" autocomplete="username" required ...${tied} />`}
        <//>
        <${Field} label=${say('login.password')} name="password" problem=${setup.problem} hint=${say('setup.password_hint')}>
          ${(tied) => html`<input type="password" autocomplete="new-password" required minlength="10" ...${tied} />`}
        <//>
        <p class="buttons"><${Button} kind="main" busy=${setup.busy}>${say('setup.submit')}<//></p>
      </form>
      <${LanguageChoice} />
    <//>`
}
