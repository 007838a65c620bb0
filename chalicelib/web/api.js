/** Talks to the API (docs/api.md): JSON in and out, one kind of error, and a session that ends is signed in again in place. */
import { language, say } from './texts.js'

const PATIENCE_MS = 60_000
/** How often, and after how long at most, a request that the database was too busy for is sent again by itself. */
const TRIES = 3
const BUSY_MS = 5_000

/** The newest commit that an answer spoke of: sent back, so that the next answer is never of an older state. */
let seen = 0

/**
 * The key of each request that had no clear answer, by its content: pressing the button again sends the same key, and
 * the server does once what came twice.
 * @type {Map<string, string>}
 */
const unclear = new Map()

/**
 * What went wrong, in words for a person. `field` names the input it is about; `status` is 0 when no server answered;
 * `retryAfter`: after how many seconds the server wants to be asked again, 0 when it did not say.
 */
export class ApiError extends Error {
  constructor(status, code, message, field = null, retryAfter = 0) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
  }
}

/** @type {null | (() => Promise<boolean>)} */
let signInAgain = null

/** `handler` asks the person to sign in again and says whether that was done. Null: nobody was signed in. */
export function whenSessionEnds(handler) {
  signInAgain = handler
}

export const get = (path, signal) => ask('GET', path, undefined, signal)
export const post = (path, body = {}) => ask('POST', path, body)
export const patch = (path, body) => ask('PATCH', path, body)
export const remove = (path, body = {}) => ask('DELETE', path, body)

/**
 * Sends one request to `api/<path>`, relative to the base of the installation, and gives the answer's object. Throws ApiError.
 * When the session is over, the request waits for the person to sign in and is sent again: no input is lost.
 */
async function ask(method, path, body, signal) {
  const content = method === 'GET' ? null : `${method} ${path} ${JSON.stringify(body)}`
  const key = content && (unclear.get(content) ?? newKey())
  for (let tries = 1; ; ) {
    try {
      const answer = await send(method, path, body, signal, key)
      unclear.delete(content)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'session-over' || error.code === 'not-signed-in') {
        if (signInAgain && (await signInAgain())) continue
      } else if (error.code === 'busy' && tries < TRIES) {
        tries += 1
        await new Promise((later) => setTimeout(later, Math.min(error.retryAfter * 1000, BUSY_MS)))
        continue
      }
      if (content && (error.status === 0 || error.status >= 500)) unclear.set(content, key)
      else unclear.delete(content)
      throw error
    }
  }
}

/** 128 random bits; not crypto.randomUUID, which plain http does not have. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

async function send(method, path, body, signal, key) {
  const headers = { Accept: 'application/json', 'Accept-Language': language() }
  if (seen) headers['Kunugi-Seq'] = String(seen)
  if (method !== 'GET') {
    headers['Kunugi-Request'] = '1'
    headers['Idempotency-Key'] = key
    headers['Content-Type'] = 'application/json'
  }
  const answer = await reach(new URL(`api/${path}`, document.baseURI), {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
  }, signal)
  seen = Math.max(seen, Number(answer.headers.get('Kunugi-Seq')) || 0)
  let value
  try {
    value = await answer.json()
  } catch {
    if (signal?.aborted) throw new DOMException('', 'AbortError')
    throw new ApiError(answer.status, 'internal', say('problem.broken', { status: answer.status }))
  }
  if (answer.ok) return value
  const { code = 'internal', message, field = null } = value?.error ?? {}
  const text = message || say('problem.broken', { status: answer.status })
  throw new ApiError(answer.status, code, text, field, Number(answer.headers.get('Retry-After')) || 0)
}

/** fetch with a deadline; a server that cannot be reached is an ApiError of status 0, a request given up an AbortError. */
async function reach(url, options, signal) {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), PATIENCE_MS)
  const stop = () => deadline.abort()
  signal?.addEventListener('abort', stop)
  try {
    return await fetch(url, { ...options, signal: deadline.signal })
  } catch {
    if (signal?.aborted) throw new DOMException('', 'AbortError')
    throw new ApiError(0, 'unreachable', say('problem.unreachable'))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
