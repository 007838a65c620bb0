/** What the screens ask of the API, as hooks: something to show, a list that goes on, something to do. */
import { get } from './api.js'
import { useCallback, useEffect, useRef, useState } from './htm-preact.js'
import { language } from './texts.js'

const gaveUp = (error) => error?.name === 'AbortError'

/**
 * Loads `path` and again when it changes; what was there stays while the same path is loaded anew.
 * @returns {{ data: any, problem: Error|null, loading: boolean, reload: () => void, set: (data: any) => void }}
 */
export function useLoad(path) {
  const [state, setState] = useState({ path: null, data: null, problem: null, loading: true })
  const [turn, setTurn] = useState(0)
  const spoken = language()
  useEffect(() => {
    if (path === null) return undefined
    const given = new AbortController()
    setState((old) => ({ path, data: old.path === path ? old.data : null, problem: null, loading: true }))
    get(path, given.signal).then(
      (data) => !given.signal.aborted && setState({ path, data, problem: null, loading: false }),
      (problem) => gaveUp(problem) || setState((old) => ({ path, data: old.data, problem, loading: false })),
    )
    return () => given.abort()
  }, [path, turn, spoken])
  const reload = useCallback(() => setTurn((old) => old + 1), [])
  const set = useCallback((data) => setState((old) => ({ ...old, data })), [])
  // The effect comes after the first drawing with a new path: until then nothing of the old path is shown.
  return state.path === path || path === null ? { ...state, reload, set } : { data: null, problem: null, loading: true, reload, set }
}

/**
 * A list that is paged by key. `path` without the paging parameter, `rows` the name of the list in the answer.
 * @returns {{ rows: any[]|null, first: any, hasMore: boolean, more: () => void, loading: boolean, problem: Error|null, reload: () => void }}
 */
export function usePages(path, rows, parameter) {
  const start = useLoad(path)
  const [tail, setTail] = useState({ of: null, rows: [], next: null, problem: null, loading: false })
  const given = useRef(null)
  const own = tail.of === start.data ? tail : null
  const next = own ? own.next : start.data?.next ?? null
  useEffect(() => () => given.current?.abort(), [path])

  const more = async () => {
    if (own?.loading || next === null) return
    const of = start.data
    const before = own ? own.rows : []
    setTail({ of, rows: before, next, problem: null, loading: true })
    given.current = new AbortController()
    try {
      const answer = await get(`${path}${path.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(next)}`, given.current.signal)
      setTail({ of, rows: before.concat(answer[rows]), next: answer.next, problem: null, loading: false })
    } catch (problem) {
      if (!gaveUp(problem)) setTail({ of, rows: before, next, problem, loading: false })
    }
  }

  return {
    rows: start.data && start.data[rows].concat(own ? own.rows : []),
    first: start.data,
    hasMore: next !== null,
    more,
    loading: start.loading || Boolean(own?.loading),
    problem: start.problem ?? own?.problem ?? null,
    reload: start.reload,
  }
}

/**
 * Something a person does: `run(...)` calls `work` once at a time and keeps its problem. Gives what `work` gives, or undefined.
 * @returns {{ run: (...values: any[]) => Promise<any>, busy: boolean, problem: any, clear: () => void }}
 */
export function useAction(work) {
  const [state, setState] = useState({ busy: false, problem: null })
  const running = useRef(false)
  const there = useRef(true)
  useEffect(() => () => { there.current = false }, [])
  const run = async (...values) => {
    if (running.current) return undefined
    running.current = true
    setState({ busy: true, problem: null })
    let problem = null
    try {
      return await work(...values)
    } catch (error) {
      problem = error
      return undefined
    } finally {
      running.current = false
      if (there.current) setState({ busy: false, problem })
    }
  }
  return { ...state, run, clear: () => setState({ busy: false, problem: null }) }
}
