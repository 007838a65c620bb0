/** ログイン, and what to do without a password (K-070, K-090). */
import { html } from './htm-preact.js'
import { LanguageChoice } from './parts-language.js'
import { LoginForm } from './parts-login.js'
import { Alone } from './parts-page.js'
import { useSession } from './session.js'
import { say } from './texts.js'

export function ScreenLogin() {
  const { setSession } = useSession()
  return html`
    <${Alone} key="login" title=${say('login.title')}>
      <${LoginForm} done=${setSession} />
      <p><a href="#/forgotten">${say('login.forgotten')}</a></p>
      <${LanguageChoice} />
    <//>`
}

export function ScreenForgotten() {
  return html`
    <${Alone} key="forgotten" title=${say('forgotten.title')}>
      <p>${say('forgotten.text')}</p>
      <pre class="command">kunugi user password</pre>
      <p><a href="#/login">${say('forgotten.back')}</a></p>
      <${LanguageChoice} />
    <//>`
}
