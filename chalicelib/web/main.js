/** The start of the page: the words first, then everything else. */
import { App } from './app.js'
import { html, render } from './htm-preact.js'
import { followLinks } from './router.js'
import { startTexts } from './texts.js'

followLinks()
startTexts().then(() => {
  const place = document.getElementById('app')
  place.textContent = ''
  render(html`<${App} />`, place)
})
