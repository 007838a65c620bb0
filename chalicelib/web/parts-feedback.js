/** What the page says while it waits, when there is nothing, and when something went wrong. */
import { html } from './htm-preact.js'
import { say } from './texts.js'

/** Grey lines in place of what is on its way. */
export function Skeleton({ lines = 6 }) {
  return html`
    <div class="skeleton" role="status">
      <span class="unseen">${say('loading')}</span>
      ${Array.from({ length: lines }, (_, line) => html`<span key=${line} class="bone" aria-hidden="true"></span>`)}
    </div>`
}

/** A problem in words, with a way to try again where that can help. */
export function Problem({ problem, retry }) {
  if (!problem) return null
  return html`
    <div class="notice bad" role="alert">
      <p>${problem.message}</p>
      ${retry && html`<p><button type="button" onClick=${retry}>${say('retry')}</button></p>`}
    </div>`
}

/** The result of an action. The place is always there, so that a screen reader hears what comes into it. */
export function Said({ children, kind = 'good' }) {
  return html`<div role="status" class="said">${children && html`<p class=${`notice ${kind}`}>${children}</p>`}</div>`
}

/** An empty list. */
export function Nothing({ text = say('nothing') }) {
  return html`<p class="nothing">${text}</p>`
}

/** さらに表示, and what it needs around it. `list` is what `usePages` gives. */
export function More({ list }) {
  return html`
    ${list.rows && list.problem && html`<${Problem} problem=${list.problem} />`}
    ${list.hasMore && html`
      <p class="more"><button type="button" aria-disabled=${String(list.loading)} aria-busy=${String(list.loading)}
        onClick=${list.more}>${say('more')}</button></p>`}`
}
