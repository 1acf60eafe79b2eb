import { vi } from 'vitest'
import { LONGEST_WAIT_MS } from './waits.ts'

/** Retries until nothing is thrown, up to the common limit of tests. */
export const waitFor = <Found>(check: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(check, { timeout: LONGEST_WAIT_MS, interval: 50 })
