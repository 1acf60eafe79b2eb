import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'

/** How a test, a group of tests or a hook says that it may take so long. */
const LIMITS = [
  /^\s*(?:(?:test|describe)\b.*, |const [A-Z_]+ = )\{ timeout: ([\d_]+) \}/gm,
  /^\s+\{ timeout: ([\d_]+) \},$/gm,
  /^(?: {2})?\}, ([\d_]{4,})\)$/gm,
]

test('no test has less time than all have: on a busy machine that would be a failure without a fault', () => {
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
