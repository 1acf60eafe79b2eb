import { defineConfig } from 'vitest/config'
import { testsWithTemporal } from './test/support/on-another-date.ts'
import { LONGEST_WAIT_MS } from './test/support/waits.ts'

const unit = 'test/**/*.unit.test.ts'
/** They start `bin/up`, and need no other servers. */
const acceptance = 'test/acceptance/*.test.ts'

const withTemporal = testsWithTemporal()

export default defineConfig({
  test: {
    // One more than processors of the smallest machine: a fifth of a file's time is waiting for other processes. Each
    // speaks to its own database of the one PostgreSQL server.
    maxWorkers: 3,
    pool: 'forks',
    // A file costs three seconds of processor for its imports alone. What a file starts it also stops.
    isolate: false,
    // What another process does is waited for: a bound that only what never comes reaches.
    expect: { requireAssertions: true, poll: { timeout: LONGEST_WAIT_MS, interval: 50 } },
    // They find what hangs, also on a machine that is busy with twenty other things: no test has less time.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    projects: [
      { extends: true, test: { name: 'unit', include: [unit] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: [unit, acceptance, ...withTemporal],
          globalSetup: 'test/support/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          include: [acceptance],
          exclude: withTemporal,
          maxConcurrency: 8,
        },
      },
    ],
  },
})
