import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'

/** How a test, a group or a hook sets its own timeout. */
const LIMITS = [
  /^\s*(?:(?:test|describe)\b.*, |const [A-Z_]+ = )\{ timeout: ([\d_]+) \}/gm,
  /^\s+\{ timeout: ([\d_]+) \},$/gm,
  /^(?: {2})?\}, ([\d_]{4,})\)$/gm,
]

test('no test sets a shorter timeout than the default', () => {
  const { testTimeout } = config.test as { testTimeout: number }
  const found = globSync('test/**/*.test.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return LIMITS.flatMap((limit) => [...text.matchAll(limit)]).map(([, digits]) => ({
      file,
      limit: Number(digits!.replaceAll('_', '')),
    }))
  })
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ limit }) => limit < testTimeout)).toEqual([])
})

/** Waits with a limit of their own. Everything waits for `LONGEST_WAIT_MS`; `eventually` takes no limit. */
const OWN_WAITS = [/\bvi\.wait(?:For|Until)\(/, /expect\s*\.poll\((?:[^)]|\)(?!\s*\.))*\btimeout:/]

test('no wait sets its own limit', () => {
  const files = globSync('test/**/*.ts').filter(
    (file) => !file.startsWith('test/drills/') && file !== 'test/support/wait-for.ts',
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return OWN_WAITS.some((wait) => wait.test(text))
  })
  expect(found).toEqual([])
})
