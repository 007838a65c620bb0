/** The whole page: who is signed in, which screen the address names, and signing in again in place. */
import { get, whenSessionEnds } from './api.js'
import { html, useCallback, useEffect, useReducer, useState } from './htm-preact.js'
import { Problem, Skeleton } from './parts-feedback.js'
import { go, useRoute } from './router.js'
import { ScreenCrawl } from './screen-crawl.js'
import { ScreenForgotten, ScreenLogin } from './screen-login.js'
import { ScreenMissing } from './screen-missing.js'
import { ScreenProduct } from './screen-product.js'
import { ScreenProducts } from './screen-products.js'
import { ScreenResult } from './screen-result.js'
import { ScreenResults } from './screen-results.js'
import { ScreenRun } from './screen-run.js'
import { ScreenRuns } from './screen-runs.js'
import { ScreenSetup } from './screen-setup.js'
import { SessionContext } from './session.js'
import { Shell } from './shell.js'
import { SignInAgain } from './sign-in-again.js'
import { onLanguage } from './texts.js'

/** Screens by the first part of the address: [list, one of them], and the page name of the session that opens them. */
const SCREENS = {
  products: { list: ScreenProducts, one: ScreenProduct, page: 'products' },
  crawl: { list: ScreenCrawl, page: 'manual_crawl' },
  runs: { list: ScreenRuns, one: ScreenRun, page: 'manual_crawl' },
  results: { list: ScreenResults, one: ScreenResult, page: 'results' },
}
const STARTS = [['products', '#/products'], ['results', '#/results'], ['manual_crawl', '#/crawl']]

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
  const [first, id] = route.parts
  const home = !first || first === 'login' || first === 'setup' || first === 'forgotten'
  const start = STARTS.find(([page]) => session.pages.includes(page))?.[1]
  useEffect(() => {
    if (home && start) go(start, { replace: true })
  }, [home, start])
  return html`<${Shell} route=${route}>${home ? null : screen(session, route, first, id)}<//>`
}

function screen(session, route, first, id) {
  const found = Object.hasOwn(SCREENS, first) ? SCREENS[first] : null
  const view = found && (id === undefined ? found.list : /^\d{1,15}$/.test(id) && route.parts.length === 2 ? found.one : null)
  if (!view) return html`<${ScreenMissing} key="missing" title="missing.title" text="missing.text" />`
  if (!session.pages.includes(found.page)) return html`<${ScreenMissing} key="forbidden" title="forbidden.title" text="forbidden.text" />`
  return html`<${view} key=${route.parts.join('/')} id=${Number(id)} query=${route.query} />`
}
