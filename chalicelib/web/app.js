/** The whole page: who is signed in, which screen the address names, and signing in again in place. */
import { get, whenSessionEnds } from './api.js'
import { html, useCallback, useEffect, useReducer, useState } from './htm-preact.js'
import { Problem, Skeleton } from './parts-feedback.js'
import { go, useRoute } from './router.js'
import { ScreenForgotten, ScreenLogin } from './screen-login.js'
import { ScreenSetup } from './screen-setup.js'
import { screenOf, startOf } from './screens.js'
import { SessionContext } from './session.js'
import { Shell } from './shell.js'
import { SignInAgain } from './sign-in-again.js'
import { onLanguage } from './texts.js'

export function App() {
  const [session, setSession] = useState(null)
  const [problem, setProblem] = useState(null)
  const [again, setAgain] = useState(null)
  const [, redraw] = useReducer((turn) => turn + 1, 0)
  const route = useRoute()

  const start = useCallback(() => {
    setProblem(null)
    get('session').then(setSession, setProblem)
  }, [])
  useEffect(start, [])
  useEffect(() => onLanguage(redraw), [])
  useEffect(() => {
    whenSessionEnds(session?.user ? askAgain(setAgain) : null)
  }, [session])

  if (problem) return html`<main class="alone"><${Problem} problem=${problem} retry=${start} /></main>`
  if (!session) return html`<main class="alone"><${Skeleton} lines=${4} /></main>`
  return html`
    <${SessionContext.Provider} value=${{ session, setSession }}>
      ${session.user ? html`<${SignedIn} session=${session} route=${route} />` : html`<${SignedOut} session=${session} route=${route} />`}
      ${again && html`<${SignInAgain} email=${session.user?.email} done=${(fresh) => {
        if (fresh) setSession(fresh)
        setAgain(null)
        again(Boolean(fresh))
      }} />`}
    <//>`
}

/** Many requests may find the session over at once: they all wait for the one dialog. */
function askAgain(setAgain) {
  let waiting = null
  return () => {
    waiting ??= new Promise((resolve) => {
      setAgain(() => (done) => {
        waiting = null
        resolve(done)
      })
    })
    return waiting
  }
}

function SignedOut({ session, route }) {
  const [first] = route.parts
  const forced = session.setup_needed ? 'setup' : first === 'forgotten' ? 'forgotten' : 'login'
  useEffect(() => {
    if (!first || (forced !== first && (first === 'setup' || forced === 'setup'))) go(`#/${forced}`, { replace: true })
  }, [first, forced])
  if (forced === 'setup') return html`<${ScreenSetup} />`
  return forced === 'forgotten' ? html`<${ScreenForgotten} />` : html`<${ScreenLogin} />`
}

function SignedIn({ session, route }) {
  const [first] = route.parts
  const home = !first || first === 'login' || first === 'setup' || first === 'forgotten'
  const start = startOf(session.pages)
  useEffect(() => {
    if (home && start) go(start, { replace: true })
  }, [home, start])
  return html`<${Shell} route=${route}>${home ? null : screenOf(route, session.pages)}<//>`
}
