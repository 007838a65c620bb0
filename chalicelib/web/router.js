/** Where the page is: hash addresses such as `#/results?product=3&status=error`, so that every view is a link. */
import { useEffect, useState } from './htm-preact.js'

const CHANGED = 'kunugi-route'

let before = ''
let present = location.hash

/** The address that was open before this one, empty at the start. */
export const cameFrom = () => before

/**
 * @typedef {{ parts: string[], query: Record<string, string> }} Route
 * @param {string} hash
 * @returns {Route}
 */
export function parse(hash) {
  const [path, query = ''] = split(hash.replace(/^#\/?/, ''))
  return { parts: path.split('/').filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) }
}

/** `#/results?product=3` of `['results']` and `{product: 3}`; what is empty is left out. */
export function address(parts, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  const tail = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString()
  return `#/${parts.map(encodeURIComponent).join('/')}${tail && `?${tail}`}`
}

/** A number of an address that can name something, as it stands there; '' for anything else, as if it were not there. */
export const idOf = (text) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? text : '')

/** Opens an address of this page; with `replace` the back button does not come back to where we are. */
export function go(to, { replace = false } = {}) {
  if (!replace) {
    location.hash = to
    return
  }
  history.replaceState(null, '', location.pathname + location.search + to)
  dispatchEvent(new Event(CHANGED))
}

/** The route now; renders again when it changes. */
export function useRoute() {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    addEventListener(CHANGED, follow)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener(CHANGED, follow)
    }
  }, [])
  return { ...parse(hash), hash }
}

/**
 * Notes where the person comes from, and makes `<a href="#/…">` stay on this page whatever `<base>` says: with a base, such a link is resolved against the base and
 * would load the page anew when its address has a query. New tabs and windows are left to the browser.
 */
export function followLinks() {
  const note = () => {
    if (present !== location.hash) [before, present] = [present, location.hash]
  }
  addEventListener('hashchange', note)
  addEventListener(CHANGED, note)
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const href = event.target instanceof Element && event.target.closest('a')?.getAttribute('href')
    if (!href || !href.startsWith('#/')) return
    event.preventDefault()
    if (href === location.hash) dispatchEvent(new Event(CHANGED))
    else go(href)
  })
}

function split(text) {
  const at = text.indexOf('?')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function decoded(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
