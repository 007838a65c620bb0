/** Forms: a label tied to its input, the API's problem beside the field it names, a button that is pressed once. */
import { html, useEffect, useRef } from './htm-preact.js'
import { say } from './texts.js'

let made = 0

/**
 * One labelled input. `children` is a function from the attributes that tie it to label, hint and problem to the control.
 * The field that the API named gets the focus.
 */
export function Field({ label, name, hint, problem, children }) {
  const id = useRef(null)
  id.current ??= `f${(made += 1)}`
  const own = problem?.field === name ? problem : null
  useEffect(() => {
    if (own) document.getElementById(id.current)?.focus()
  }, [own])
  const notes = [own && `${id.current}-wrong`, hint && `${id.current}-hint`].filter(Boolean).join(' ')
  return html`
    <div class="field">
      <label for=${id.current}>${label}</label>
      ${children({ id: id.current, name, 'aria-invalid': own ? 'true' : null, 'aria-describedby': notes || null })}
      ${own && html`<p class="wrong" role="alert" id=${`${id.current}-wrong`}>${own.message}</p>`}
      ${hint && html`<p class="hint" id=${`${id.current}-hint`}>${hint}</p>`}
    </div>`
}

/** What went wrong and belongs to none of the `fields` shown. */
export function FormProblem({ problem, fields = [] }) {
  if (!problem || fields.includes(problem.field)) return null
  return html`<p class="notice bad" role="alert">${problem.message}</p>`
}

/**
 * A button that says when it works. `aria-disabled` and not `disabled`, which would take the keyboard's place away;
 * pressing it again does nothing, see `useAction`.
 */
export function Button({ busy = false, kind = '', type = 'submit', children, ...rest }) {
  return html`<button type=${type} class=${kind} aria-disabled=${String(busy)} aria-busy=${String(busy)} ...${rest}>${children}</button>`
}

/** Wraps a submit handler: the page stays, and the handler gets the form's values as an object of texts. */
export const submitted = (work) => (event) => {
  event.preventDefault()
  return work(Object.fromEntries(new FormData(event.currentTarget)))
}

/**
 * Keeps the inputs of a form at `values` (by name) as these change, as filters do with the address. The inputs stay the same
 * elements, so that the one with the focus keeps it. Gives the ref of the form.
 */
export function useShownValues(values) {
  const form = useRef(null)
  useEffect(() => {
    for (const [name, value] of Object.entries(values)) form.current.elements[name].value = value
  }, Object.values(values))
  return form
}

/** A whole number of an input, or the text itself, so that the API can say what is wrong with it. */
export const asNumber = (text) => (/^\d{1,9}$/.test(String(text).trim()) ? Number(text) : text)

/** The input of a delay between two requests to one host (K-054). */
export function DelayField({ label = say('crawl.delay'), name, problem, value, onInput }) {
  return html`
    <${Field} label=${label} name=${name} problem=${problem} hint=${say('crawl.delay_hint')}>
      ${(tied) => html`<span class="with-unit"><input type="number" min="0" max="3600" step="1" required inputmode="numeric"
        value=${value} onInput=${(event) => onInput(event.currentTarget.value)} ...${tied} /> ${say('seconds')}</span>`}
    <//>`
}
