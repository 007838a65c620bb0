/** The screens by the first part of the address; each is loaded when it is first opened, so that the first load stays light. */
import { html, useEffect, useState } from './htm-preact.js'
import { Problem, Skeleton } from './parts-feedback.js'
import { ScreenMissing } from './screen-missing.js'
import { say } from './texts.js'

/** `list` and `one` load a screen; `page` is the page name of the session that opens them. */
const SCREENS = {
  products: {
    page: 'products',
    list: () => import('./screen-products.js').then((module) => module.ScreenProducts),
    one: () => import('./screen-product.js').then((module) => module.ScreenProduct),
  },
  crawl: { page: 'manual_crawl', list: () => import('./screen-crawl.js').then((module) => module.ScreenCrawl) },
  runs: {
    page: 'manual_crawl',
    list: () => import('./screen-runs.js').then((module) => module.ScreenRuns),
    one: () => import('./screen-run.js').then((module) => module.ScreenRun),
  },
  results: {
    page: 'results',
    list: () => import('./screen-results.js').then((module) => module.ScreenResults),
    one: () => import('./screen-result.js').then((module) => module.ScreenResult),
  },
}
const STARTS = [['products', '#/products'], ['results', '#/results'], ['manual_crawl', '#/crawl']]

const loaded = new Map()

/** Where a person begins who may open these pages. */
export const startOf = (pages) => STARTS.find(([page]) => pages.includes(page))?.[1]

/** The screen that `route` names, or what to say where there is none or the person may not open it. */
export function screenOf(route, pages) {
  const [first, id] = route.parts
  const found = Object.hasOwn(SCREENS, first) ? SCREENS[first] : null
  const load = found && (id === undefined ? found.list : /^\d{1,15}$/.test(id) && route.parts.length === 2 ? found.one : null)
  if (!load) return html`<${ScreenMissing} key="missing" title="missing.title" text="missing.text" />`
  if (!pages.includes(found.page)) return html`<${ScreenMissing} key="forbidden" title="forbidden.title" text="forbidden.text" />`
  return html`<${Loaded} key=${route.parts.join('/')} load=${load} id=${Number(id)} query=${route.query} />`
}

function Loaded({ load, ...rest }) {
  const [, setTurn] = useState(0)
  const [failed, setFailed] = useState(false)
  const view = loaded.get(load)
  useEffect(() => {
    if (view) return
    load().then((component) => {
      loaded.set(load, component)
      setTurn((turn) => turn + 1)
    }, () => setFailed(true))
  }, [])
  if (view) return html`<${view} ...${rest} />`
  // A module that could not be fetched is remembered by the browser: only a fresh page asks again.
  if (failed) return html`<${Problem} problem=${{ message: say('problem.unreachable') }} retry=${() => location.reload()} />`
  return html`<${Skeleton} />`
}
