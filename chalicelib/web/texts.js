/**
 * The words of the page: one dictionary a language, loaded when it is needed; Japanese unless the person chose English.
 * A screen with many words brings them along, so that the first load stays light.
 */

const KEPT_AS = 'kunugi.language'
const LOADERS = { ja: () => import('./texts-ja.js'), en: () => import('./texts-en.js') }

/** @type {'ja'|'en'} */
let current = 'ja'
/** @type {Record<string, string>} */
let words = {}
/** What screens brought. */
const added = { ja: {}, en: {} }
const listeners = new Set()

/** @returns {'ja'|'en'} */
export const language = () => current

/** The text of `key` with its `{names}` filled in. An unknown key shows itself, so that it is seen and mended. */
export function say(key, values = {}) {
  const text = sayOr(key)
  if (text === undefined) return key
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole))
}

/** As `say`, for keys made of what the server sent: `fallback` where this page does not know the word yet. */
export const sayOr = (key, fallback) => words[key] ?? added[current][key] ?? fallback

/** Adds the words of a screen in both languages: whichever is chosen while it is open, they are there. */
export function addWords(both) {
  for (const [name, more] of Object.entries(both)) Object.assign(added[name], more)
}

/** Loads the dictionary of the language kept from last time. */
export async function startTexts() {
  await use(kept() === 'en' ? 'en' : 'ja')
}

/** Changes the language, keeps the choice and tells who listens. */
export async function chooseLanguage(name) {
  try {
    localStorage.setItem(KEPT_AS, name)
  } catch { /* storage may be forbidden: then the choice lives as long as the page */ }
  await use(name)
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of language; returns how to stop it. */
export function onLanguage(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function use(name) {
  words = (await LOADERS[name]()).default
  current = name
  document.documentElement.lang = name
}

function kept() {
  try {
    return localStorage.getItem(KEPT_AS)
  } catch {
    return null
  }
}
