/** The frame of every signed-in screen: menu on the left, on narrow screens behind a button; language and sign-out. */
import { post } from './api.js'
import { html, useEffect, useState } from './htm-preact.js'
import { LanguageChoice } from './parts-language.js'
import { useAction } from './load.js'
import { useSession } from './session.js'
import { say } from './texts.js'

/** [page name of the session, addresses' first parts that belong to it, where it leads, text] */
const MENU = [
  ['products', ['products'], '#/products', 'menu.products'],
  ['manual_crawl', ['crawl', 'runs'], '#/crawl', 'menu.manual_crawl'],
  ['results', ['results'], '#/results', 'menu.results'],
]

export function Shell({ route, children }) {
  const [open, setOpen] = useState(false)
  const { session } = useSession()
  useEffect(() => setOpen(false), [route.hash])
  useEffect(() => {
    if (!open) return undefined
    const close = (event) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      document.getElementById('menu-button')?.focus()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [open])
  const items = MENU.filter(([page]) => session.pages.includes(page))
  return html`
    <div class="shell">
      <button type="button" class="skip" onClick=${() => document.getElementById('main').focus()}>${say('shell.skip')}</button>
      <header class="bar">
        <a class="brand" href="#/">${say('brand')}</a>
        <button type="button" id="menu-button" class="menu-button" aria-expanded=${String(open)} aria-controls="menu"
          onClick=${() => setOpen(!open)}><span class="menu-icon" aria-hidden="true"></span>${say('shell.menu')}</button>
      </header>
      <div id="menu" class=${open ? 'side open' : 'side'}>
        <nav aria-label=${say('shell.menu')}>
          <ul class="menu">
            ${items.map(([page, firsts, href, text]) => html`
              <li key=${page}><a href=${href} aria-current=${firsts.includes(route.parts[0]) ? 'page' : null}>${say(text)}</a></li>`)}
          </ul>
        </nav>
        <div class="account">
          <p class="who"><span class="email">${session.user.email}</span><br />${say(`role.${session.user.role}`)}</p>
          <${SignOut} />
          <${LanguageChoice} />
        </div>
      </div>
      <main id="main" tabindex="-1">${children}</main>
    </div>`
}

function SignOut() {
  const { setSession } = useSession()
  const leaving = useAction(async () => setSession(await post('logout')))
  return html`
    <button type="button" aria-disabled=${String(leaving.busy)} onClick=${leaving.run}>${say('shell.logout')}</button>
    ${leaving.problem && html`<p class="wrong" role="alert">${leaving.problem.message}</p>`}`
}
