import { readFileSync } from 'node:fs'
import path from 'node:path'
import { importsIn, ROOT } from '../architecture/imports.ts'

/** What a file calls if it needs a Temporal server or starts the platform's processes. */
const STARTS_TEMPORAL = /\b(?:temporalAddress|timeSkippingServer|startUps?)\(|'worker\/main\.ts'/

/** The file system dates files by the machine's clock, which libfaketime does not move for Node. */
const WITH_DATES_OF_FILES = 'test/platform/files/uploads.test.ts'

/**
 * The tests that do not run on another date (`TEST_DATE`). Temporal's server is a static binary, whose clock
 * libfaketime does not move, so a workflow would wait for the days between the two clocks. The time-skipping
 * server spins on a moved clock.
 */
export const testsWithTemporal = (): string[] => {
  if (process.env['TEST_DATE'] === undefined) return []
  const imports = importsIn('test')
  const found = new Set(
    imports.map(({ from }) => from).filter((file) => STARTS_TEMPORAL.test(textOf(file))),
  )
  // They define what the others call.
  for (const file of ['test/support/servers.ts', 'test/support/on-another-date.ts'])
    found.delete(file)
  for (;;) {
    const more = imports.filter(({ from, to }) => found.has(to) && !found.has(from))
    if (more.length === 0)
      return [...[...found].filter((file) => file.endsWith('.test.ts')), WITH_DATES_OF_FILES]
    for (const { from } of more) found.add(from)
  }
}

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
