/** Cron スケジュール（定期クロール） of a product: the days of the month, the delay, on or off (K-050). */
import { patch } from './api.js'
import { html, useState } from './htm-preact.js'
import { useAction } from './load.js'
import { Said } from './parts-feedback.js'
import { asNumber, Button, DelayField, FormProblem, submitted } from './parts-form.js'
import { say } from './texts.js'

const DAYS = Array.from({ length: 31 }, (_, index) => index + 1)
const DEFAULT_DELAY_SECONDS = 5

export function ProductSchedule({ product, saved }) {
  const before = product.schedule
  const [days, setDays] = useState(() => new Set(before?.days))
  const [delay, setDelay] = useState(String(before?.crawl_delay_seconds ?? DEFAULT_DELAY_SECONDS))
  const [enabled, setEnabled] = useState(before?.enabled ?? true)
  const [done, setDone] = useState(false)
  const saving = useAction(async () => {
    setDone(false)
    const schedule = { days: DAYS.filter((day) => days.has(day)), crawl_delay_seconds: asNumber(delay), enabled: Boolean(enabled) }
    saved((await patch(`products/${product.id}`, { schedule })).product)
    setDone(true)
  })
  const toggle = (day) => setDays((old) => {
    const fresh = new Set(old)
    if (!fresh.delete(day)) fresh.add(day)
    return fresh
  })
  return html`
    <section class="card">
      <h2>${say('schedule.title')}</h2>
      <form onSubmit=${submitted(() => saving.run())} onInput=${() => setDone(false)}>
        <${FormProblem} problem=${saving.problem} fields=${['crawl_delay_seconds', 'days']} />
        <fieldset>
          <legend>${say('schedule.days')}</legend>
          <div class="days">
            ${DAYS.map((day) => html`
              <label key=${day} class="day"><input type="checkbox" checked=${days.has(day)} onChange=${() => toggle(day)}
                aria-label=${say('schedule.day', { day })} /><span aria-hidden="true">${day}</span></label>`)}
          </div>
          ${saving.problem?.field === 'days' && html`<p class="wrong" role="alert">${saving.problem.message}</p>`}
          <p class="buttons">
            <button type="button" onClick=${() => setDays(new Set(DAYS))}>${say('schedule.every_day')}</button>
            <button type="button" onClick=${() => setDays(new Set())}>${say('schedule.no_day')}</button>
          </p>
        </fieldset>
        <${DelayField} name="crawl_delay_seconds" problem=${saving.problem} value=${delay} onInput=${setDelay} />
        <label class="check"><input type="checkbox" checked=${enabled} onChange=${(event) => setEnabled(event.currentTarget.checked)} />
          ${say('schedule.enabled')}</label>
        <p class="hint">${say('schedule.hint')}</p>
        <p class="buttons"><${Button} kind="main" busy=${saving.busy}>${say('save')}<//></p>
        <${Said}>${done && say('saved')}<//>
      </form>
    </section>`
}
