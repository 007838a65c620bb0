/** A dialog of our own: the browser keeps the focus inside, Escape closes, and the focus goes back to where it was. */
import { html, useEffect, useRef } from './htm-preact.js'

export function Dialog({ title, close, children }) {
  const dialog = useRef(null)
  useEffect(() => {
    const shown = dialog.current
    shown.showModal()
    return () => shown.close()
  }, [])
  return html`
    <dialog ref=${dialog} aria-label=${title} onCancel=${(event) => {
      event.preventDefault()
      close()
    }}>
      <h2>${title}</h2>
      ${children}
    </dialog>`
}
