/** A product's name, its own-site mark (K-055) and its end (K-020). */
import { patch, remove } from './api.js'
import { count } from './format.js'
import { html, useState } from './htm-preact.js'
import { useAction } from './load.js'
import { Dialog } from './parts-dialog.js'
import { Said } from './parts-feedback.js'
import { Button, Field, FormProblem, submitted } from './parts-form.js'
import { go } from './router.js'
import { say } from './texts.js'

export function ProductSettings({ product, saved }) {
  const [name, setName] = useState(product.name)
  const [ownSite, setOwnSite] = useState(Boolean(product.own_site))
  const [done, setDone] = useState(false)
  const saving = useAction(async () => {
    setDone(false)
    saved((await patch(`products/${product.id}`, { name, own_site: ownSite })).product)
    setDone(true)
  })
  return html`
    <section class="card">
      <h2>${say('product.settings')}</h2>
      <form onSubmit=${submitted(() => saving.run())} onInput=${() => setDone(false)}>
        <${FormProblem} problem=${saving.problem} fields=${['name']} />
        <${Field} label=${say('products.name')} name="name" problem=${saving.problem}>
          ${(tied) => html`<input type="text" required maxlength="200" autocomplete="off" value=${name}
            onInput=${(event) => setName(event.currentTarget.value)} ...${tied} />`}
        <//>
        <label class="check"><input type="checkbox" checked=${ownSite} onChange=${(event) => setOwnSite(event.currentTarget.checked)} />
          ${say('product.own_site')}</label>
        <p class="hint">${say('product.own_site_hint')}</p>
        <p class="buttons"><${Button} kind="main" busy=${saving.busy}>${say('save')}<//></p>
        <${Said}>${done && say('saved')}<//>
      </form>
    </section>`
}

export function DeleteProduct({ product }) {
  const [open, setOpen] = useState(false)
  return html`
    <section class="card">
      <h2>${say('product.delete_title')}</h2>
      <p>${say('product.delete_about')}</p>
      <p class="buttons"><button type="button" class="danger" onClick=${() => setOpen(true)}>${say('product.delete_open')}</button></p>
      ${open && html`<${AskName} product=${product} close=${() => setOpen(false)} />`}
    </section>`
}

function AskName({ product, close }) {
  const deleting = useAction(async ({ name }) => {
    await remove(`products/${product.id}`, { name })
    go('#/products', { replace: true })
  })
  const values = { name: product.name, urls: count(product.url_count), results: count(product.result_count) }
  return html`
    <${Dialog} title=${say('product.delete_title')} close=${close}>
      <p>${say(product.result_count === undefined ? 'product.delete_text' : 'product.delete_text_results', values)}</p>
      <form onSubmit=${submitted(deleting.run)}>
        <${FormProblem} problem=${deleting.problem} fields=${['name']} />
        <${Field} label=${say('products.name')} name="name" problem=${deleting.problem}>
          ${(tied) => html`<input type="text" required autocomplete="off" ...${tied} />`}
        <//>
        <p class="buttons">
          <button type="button" onClick=${close}>${say('cancel')}</button>
          <${Button} kind="danger" busy=${deleting.busy}>${say('delete')}<//>
        </p>
      </form>
    <//>`
}
