/** The head of a screen: its name in the window's title, its heading focused when the person came here by a link. */
import { html, useEffect, useLayoutEffect, useRef } from './htm-preact.js'
import { say } from './texts.js'

let arrived = false

/** `title` is both; `before` stands above the heading (the way back), `actions` beside it. */
export function Page({ title, before, actions, children }) {
  const heading = useRef(null)
  useEffect(() => {
    document.title = `${title} – ${say('brand')}`
  }, [title])
  useLayoutEffect(() => {
    // Not at the first load: there the person has not moved, and the browser's own start is right.
    if (arrived) {
      scrollTo(0, 0)
      heading.current.focus({ preventScroll: true })
    }
    arrived = true
  }, [])
  return html`
    ${before && html`<p class="back">${before}</p>`}
    <div class="head">
      <h1 ref=${heading} tabindex="-1">${title}</h1>
      ${actions && html`<div class="actions">${actions}</div>`}
    </div>
    ${children}`
}

/** The frame of the screens before sign-in. */
export function Alone({ title, children }) {
  return html`
    <main class="alone">
      <p class="brand">${say('brand')}</p>
      <section class="card">
        <${Page} title=${title}>${children}<//>
      </section>
    </main>`
}
