/** A page that was not read: why, and what to do about it. Nothing was judged, so nothing good may be said of it either. */
import { html } from './htm-preact.js'
import { FetchError, whyUnread } from './parts-status.js'
import { address } from './router.js'
import { useSession } from './session.js'
import { say } from './texts.js'

const BY_STATUS = { 401: 'denied', 403: 'denied', 404: 'gone', 410: 'gone', 429: 'busy', 451: 'denied' }
const BY_KIND = {
  dns: 'dns',
  'dns-transient': 'later',
  tls: 'tls',
  'connection-refused': 'server',
  'connection-reset': 'later',
  'connection-timeout': 'later',
  timeout: 'later',
  'too-large': 'too-large',
  'redirect-loop': 'redirect-loop',
  'blocked-address': 'blocked-address',
  robots: 'robots',
  'content-decoding': 'content-decoding',
}

function adviceFor({ kind, status }) {
  if (kind) return BY_KIND[kind] ?? 'other'
  return BY_STATUS[status] ?? (status >= 500 ? 'server' : 'other')
}

export function Unread({ result }) {
  const { pages } = useSession().session
  const advice = adviceFor({ kind: whyUnread(result).kind, status: result.http_status })
  const links = [
    pages.includes('products') && [address(['products', result.product_id]), 'unread.to_product'],
    pages.includes('manual_crawl') && result.run_id && [address(['runs', result.run_id]), 'unread.to_run'],
  ].filter(Boolean)
  return html`
    <div class="notice bad">
      <${FetchError} row=${result} all />
      <p>${say('unread.judged')}</p>
      <p>${say(`todo.${advice}`)}</p>
      <p>${say('unread.retry', { retry: say('run.retry') })}</p>
      <p class="buttons">${links.map(([href, text]) => html`<a key=${text} class="button" href=${href}>${say(text)}</a>`)}</p>
    </div>`
}
