/** One run while it goes and after: progress, the newest results, 中止 (K-053). */
import { get, post } from './api.js'
import { count, duration, when } from './format.js'
import { html, useEffect, useRef, useState } from './htm-preact.js'
import { useAction } from './load.js'
import { Nothing, Problem, Skeleton } from './parts-feedback.js'
import { Button, FormProblem } from './parts-form.js'
import { Page } from './parts-page.js'
import { isGoing, RunState } from './parts-status.js'
import { ResultRows } from './results-table.js'
import { address, go } from './router.js'
import { say, sayOr } from './texts.js'

const SEEN_MS = 1000
const HIDDEN_MS = 10_000
const AFTER_PROBLEM_MS = 5000
const TOLD_FROM_URLS = 3
const TOLD_FROM_PART = 0.1

export function ScreenRun({ id }) {
  const { data, problem, set, now } = usePolled(`runs/${id}`)
  const [stopped, setStopped] = useState(false)
  // The run ends when its workers have heard of it: until then it is shown as being cancelled.
  const run = data && stopped && isGoing(data.run) ? { ...data.run, state: 'cancelling' } : data?.run
  const back = html`<a href="#/runs">${say('runs.title')}</a>`
  return html`
    <${Page} title=${run ? say('run.title', { product: run.product_name }) : say('run.loading')} before=${back}>
      ${problem && html`<${Problem} problem=${problem} retry=${now} />`}
      ${!run && !problem && html`<${Skeleton} />`}
      ${run && html`
        <${Progress} run=${run} />
        ${isGoing(run) ? html`<${Stop} run=${run} changed=${(fresh) => {
          setStopped(true)
          set({ ...data, run: fresh })
        }} />` : html`<${After} run=${run} />`}
        <section>
          <h2>${say('run.newest')}</h2>
          ${data.recent.length ? html`<${ResultRows} rows=${data.recent} />`
            : html`<${Nothing} text=${say(isGoing(run) ? 'run.waiting' : 'nothing')} />`}
        </section>`}
    <//>`
}

/** Asks for the run again and again while it goes: each second, slower when nobody looks or the server does not answer. */
function usePolled(path) {
  const [state, setState] = useState({ data: null, problem: null })
  const wake = useRef(() => {})
  useEffect(() => {
    const given = new AbortController()
    let timer = 0
    let asking = false
    const later = (milliseconds) => {
      timer = setTimeout(ask, milliseconds)
    }
    async function ask() {
      if (asking) return
      asking = true
      clearTimeout(timer)
      try {
        const data = await get(path, given.signal)
        setState({ data, problem: null })
        if (isGoing(data.run)) later(document.hidden ? HIDDEN_MS : SEEN_MS)
      } catch (problem) {
        if (given.signal.aborted) return
        setState((old) => ({ data: old.data, problem }))
        if (problem.status === 0 || problem.status >= 500) later(AFTER_PROBLEM_MS)
      } finally {
        asking = false
      }
    }
    const seen = () => {
      if (!document.hidden && timer) ask()
    }
    wake.current = ask
    document.addEventListener('visibilitychange', seen)
    ask()
    return () => {
      given.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [path])
  return { ...state, set: (data) => setState({ data, problem: null }), now: () => wake.current() }
}

function Progress({ run }) {
  const part = run.total_urls ? Math.min(100, Math.floor((run.done_urls * 100) / run.total_urls)) : 0
  const state = sayOr(`run.state.${run.state}`, run.state)
  const text = say('run.progress', { done: count(run.done_urls), total: count(run.total_urls) })
  return html`
    <section class="card">
      <p class="progress-head"><${RunState} run=${run} /> <strong>${text}</strong>
        ${isGoing(run) && run.seconds_left !== null && html` <span class="soft">${timeLeft(run)}</span>`}</p>
      <div class=${`bar-outer ${run.state}`} role="progressbar" aria-label=${say('run.progress_label')} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${part} aria-valuetext=${text}><div class="bar-inner" style=${{ width: `${part}%` }}></div></div>
      <p class="unseen" role="status">${say('run.announce', { state, part: isGoing(run) ? part - (part % 10) : part })}</p>
      <dl class="facts">
        <div><dt>${say('run.success')}</dt><dd>${count(run.success_count)}</dd></div>
        <div><dt>${say('run.errors')}</dt><dd class=${run.error_count ? 'strong bad' : ''}>${count(run.error_count)}</dd></div>
        <div><dt>${say('runs.trigger')}</dt><dd>${sayOr(`run.trigger.${run.trigger}`, run.trigger)}</dd></div>
        <div><dt>${say('crawl.mode')}</dt><dd>${sayOr(`crawl.mode.${run.mode}`, run.mode ?? '–')}</dd></div>
        <div><dt>${say('crawl.delay')}</dt><dd>${count(run.delay_seconds)} ${say('seconds')}</dd></div>
        <div><dt>${say('runs.started')}</dt><dd>${when(run.started_at)}</dd></div>
        <div><dt>${say('run.finished')}</dt><dd>${when(run.finished_at)}</dd></div>
      </dl>
    </section>`
}

/** An estimate by the first answers alone is far off: it is shown once there are a few, or a good part of the whole. */
function timeLeft({ done_urls: done, total_urls: total, seconds_left: seconds }) {
  return done >= TOLD_FROM_URLS || done >= total * TOLD_FROM_PART ? say('run.left', { time: duration(seconds) }) : say('run.left_unknown')
}

function Stop({ run, changed }) {
  const stopping = useAction(async () => changed((await post(`runs/${run.id}/cancel`)).run))
  return html`
    <${FormProblem} problem=${stopping.problem} />
    <p class="buttons">
      <${Button} type="button" busy=${stopping.busy || run.state === 'cancelling'} onClick=${() => run.state !== 'cancelling' && stopping.run()}>
        ${say('run.cancel')}<//>
      <span class="hint">${say('run.may_leave')}</span>
    </p>`
}

function After({ run }) {
  const retrying = useAction(async () => {
    const asked = { mode: 'failed', delay_seconds: run.delay_seconds }
    go(address(['runs', (await post(`products/${run.product_id}/runs`, asked)).run.id]))
  })
  return html`
    <${FormProblem} problem=${retrying.problem} />
    <p class="buttons">
      <a class="button main" href=${address(['results'], { run: run.id })}>${say('run.results')}</a>
      ${run.error_count > 0 && html`<a class="button" href=${address(['results'], { run: run.id, status: 'error' })}>${say('run.see_errors')}</a>`}
      ${run.error_count > 0 && html`<${Button} type="button" busy=${retrying.busy} onClick=${() => retrying.run()}>${say('run.retry')}<//>`}
      <a class="button" href=${address(['crawl'], { product: run.product_id })}>${say('run.again')}</a>
    </p>`
}
