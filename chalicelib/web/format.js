/** Numbers, times and addresses as people read them. */
import { language, say } from './texts.js'

const JAPAN_MS = 9 * 3600 * 1000
const UTC_TEXT = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?/

/** `YYYY/MM/DD HH:MM` in Japan of a UTC `YYYY-MM-DD HH:MM:SS`; a dash where there is none. */
export function when(utc) {
  const found = UTC_TEXT.exec(utc ?? '')
  if (!found) return '–'
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0))
  const text = new Date(Date.UTC(year, month - 1, day, hour, minute, second) + JAPAN_MS).toISOString()
  return `${text.slice(0, 10).replaceAll('-', '/')} ${text.slice(11, 16)}`
}

/** 12,345 */
export const count = (number) => (Number.isFinite(number) ? number.toLocaleString(language() === 'en' ? 'en-US' : 'ja-JP') : '–')

/** A length of time in words, in the two largest units: 約 1 分 20 秒. */
export function duration(seconds) {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return say('time.seconds', { seconds: whole })
  if (whole < 3600) return say('time.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
  return say('time.hours', { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) })
}

/** 12.3 KB; sizes are decimal, as browsers show them. */
export function size(bytes) {
  if (!Number.isFinite(bytes)) return '–'
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** The address when it may be opened (http or https), else null: a page may declare `javascript:` and worse. */
export function openable(text) {
  try {
    const url = new URL(text)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
  } catch {
    return null
  }
}
