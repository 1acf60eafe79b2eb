import { vi } from 'vitest'
import { LONGEST_WAIT_MS } from './waits.ts'

/** Checks again and again until nothing is thrown, for as long as every test waits. */
export const waitFor = <Found>(check: () => Found | Promise<Found>): Promise<Found> =>
  vi.waitFor(check, { timeout: LONGEST_WAIT_MS, interval: 50 })
