/** Runs as rows: on their own screen, and the newest few below the form that starts one. */
import { count, when } from './format.js'
import { html } from './htm-preact.js'
import { usePages } from './load.js'
import { More, Nothing, Problem, Skeleton } from './parts-feedback.js'
import { RunState } from './parts-status.js'
import { address } from './router.js'
import { say, sayOr } from './texts.js'

/** The newest `limit` runs; with `paged` the list goes on. */
export function RecentRuns({ limit, paged = false, product = '' }) {
  const list = usePages(`runs?limit=${limit}${product && `&product=${encodeURIComponent(product)}`}`, 'runs', 'before')
  if (!list.rows) return list.problem ? html`<${Problem} problem=${list.problem} retry=${list.reload} />` : html`<${Skeleton} lines=${3} />`
  if (!list.rows.length) return html`<${Nothing} text=${say('runs.empty')} />`
  return html`
    <table class="rows">
      <thead><tr>
        <th scope="col">${say('runs.started')}</th><th scope="col">${say('crawl.product')}</th><th scope="col">${say('runs.state')}</th>
        <th scope="col">${say('runs.trigger')}</th><th scope="col" class="number">${say('runs.done')}</th>
        <th scope="col" class="number">${say('run.success')}</th><th scope="col" class="number">${say('run.errors')}</th>
      </tr></thead>
      <tbody>${list.rows.map((run) => html`<${RunRow} key=${run.id} run=${run} />`)}</tbody>
    </table>
    ${paged && html`<${More} list=${list} />`}`
}

function RunRow({ run }) {
  return html`
    <tr>
      <th scope="row" class="lead time"><a href=${address(['runs', run.id])}>${when(run.started_at)}</a></th>
      <td data-label=${say('crawl.product')}>${run.product_name}</td>
      <td data-label=${say('runs.state')}><${RunState} run=${run} /></td>
      <td data-label=${say('runs.trigger')}>${sayOr(`run.trigger.${run.trigger}`, run.trigger)}</td>
      <td class="number" data-label=${say('runs.done')}>${count(run.done_urls)} / ${count(run.total_urls)}</td>
      <td class="number" data-label=${say('run.success')}>${count(run.success_count)}</td>
      <td class="number" data-label=${say('run.errors')}>${run.error_count
        ? html`<a class="strong bad" href=${address(['results'], { run: run.id, status: 'error' })}>${count(run.error_count)}</a>`
        : count(run.error_count)}</td>
    </tr>`
}
