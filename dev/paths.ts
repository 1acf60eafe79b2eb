/** Locations: the checkout, the cache, and a platform's data folder. */
import { homedir } from 'node:os'
import path from 'node:path'

export const root = path.dirname(import.meta.dirname)

/** Downloads and builds that outlive a checkout: `${XDG_CACHE_HOME:-~/.cache}/therapy-care`. */
export function cacheDir(...parts: string[]): string {
  const base = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache')
  return path.join(base, 'therapy-care', ...parts)
}
