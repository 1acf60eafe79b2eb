import { globSync, readFileSync } from 'node:fs'

/** What a test imports if it starts workflows, the platform's processes or drills. */
const STARTS_TEMPORAL = /\b(?:temporalAddress|startSkippedWorld|openWorld|startUps|startPlatform)\b/

/**
 * The tests that do not run on another date (`TEST_DATE`). Temporal's server is a static binary, whose clock libfaketime does
 * not move: a workflow would wait for the days between the two clocks.
 */
export const testsWithTemporal = (): string[] =>
  process.env['TEST_DATE'] === undefined
    ? []
    : globSync('test/**/*.test.ts').filter(
        (file) =>
          file.startsWith('test/acceptance/') || STARTS_TEMPORAL.test(readFileSync(file, 'utf8')),
      )
