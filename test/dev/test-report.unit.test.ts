import { expect, test } from 'vitest'

import { countsOf, longFiles, type VitestReport } from '../../dev/test-report.ts'

/** For a file that takes no time. */
const TIMES = { startTime: 0, endTime: 0 }

const report = (
  results: Record<string, string>,
  more: Partial<VitestReport> = {},
): VitestReport => {
  const assertionResults = Object.entries(results).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === 'failed' ? [`Error: ${fullName}\n    at a line`] : [],
  }))
  const count = (status: string) => assertionResults.filter((it) => it.status === status).length
  const status = count('failed') > 0 ? 'failed' : 'passed'
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: 0,
    testResults: [{ name: '/checkout/test/a.test.ts', status, ...TIMES, assertionResults }],
    ...more,
  }
}

test('a failed test fails the report, and a skipped one is counted as skipped', () => {
  const broken = report({ races: 'failed', wrong: 'failed', right: 'passed', later: 'pending' })
  expect(countsOf(broken, 1)).toEqual({ passed: 1, failed: 2, skipped: 1 })
})

test('slow files are named, the slowest first', () => {
  const file = (name: string, seconds: number) => ({
    ...report({}).testResults[0]!,
    name,
    startTime: 5_000,
    endTime: 5_000 + seconds * 1_000,
  })
  const testResults = [file('/quick', 89), file('/long', 91), file('/longest', 200)]
  expect(longFiles(report({}, { testResults }))).toEqual([
    { file: '/longest', seconds: 200 },
    { file: '/long', seconds: 91 },
  ])
  expect(longFiles(undefined)).toEqual([])
})

test('a missing report, a file that does not load and an error outside tests are failures', () => {
  expect(countsOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  const unloaded = { name: '/b', status: 'failed', ...TIMES, assertionResults: [] }
  expect(countsOf(report({}, { testResults: [unloaded] }), 1).failed).toBe(1)
  expect(countsOf(report({ right: 'passed' }), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(countsOf(report({ right: 'passed' }), 0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
})
