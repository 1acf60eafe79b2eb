import { expect, test } from 'vitest'

import {
  brokenFiles,
  countsOf,
  describeFlaky,
  FLAKY_LIMIT,
  flakyTests,
  withoutFlaky,
  type VitestReport,
} from '../../dev/test-report.ts'

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
    testResults: [{ name: '/checkout/test/a.test.ts', status, assertionResults }],
    ...more,
  }
}

const first = report({ races: 'failed', wrong: 'failed', right: 'passed', later: 'pending' })
const again = report({ races: 'passed', wrong: 'failed', right: 'passed', later: 'pending' })

test('a test that passes when it is run once more is named as flaky', () => {
  const [flaky, ...others] = flakyTests(first, again)
  expect(others).toEqual([])
  expect(describeFlaky(flaky!).split(/\n */)).toEqual([
    'FLAKY, passed when run once more: /checkout/test/a.test.ts: races',
    'Error: races',
    'at a line',
  ])
  expect(countsOf(first, 1)).toEqual({ passed: 1, failed: 2, skipped: 1 })
  expect(brokenFiles(first)).toEqual(['/checkout/test/a.test.ts'])
})

test('what the second run leaves out or breaks anew is not flaky', () => {
  expect(flakyTests(first, undefined)).toEqual([])
  expect(flakyTests(first, report({ right: 'failed' }))).toEqual([])
  expect(flakyTests(again, first)).toEqual([])
})

test('flaky tests of a few files count as passed, those of more stay failures', () => {
  const counts = { passed: 7, failed: 4, skipped: 1 }
  const flakyIn = (files: number) =>
    Array.from({ length: files }, (_, index) => ({ file: `/${index}`, test: 'races', message: '' }))
  const few = flakyIn(FLAKY_LIMIT)
  expect(withoutFlaky(counts, few)).toEqual({ passed: 9, failed: 2, skipped: 1 })
  expect(withoutFlaky(counts, [...few, few[0]!])).toEqual({ passed: 10, failed: 1, skipped: 1 })
  expect(withoutFlaky(counts, flakyIn(FLAKY_LIMIT + 1))).toEqual(counts)
  expect(withoutFlaky(counts, [])).toEqual(counts)
})

test('no report, a file that does not load and an error outside of tests are failures', () => {
  expect(countsOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  const unloaded = { name: '/b', status: 'failed', assertionResults: [] }
  expect(countsOf(report({}, { testResults: [unloaded] }), 1).failed).toBe(1)
  expect(countsOf(report({ right: 'passed' }), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(countsOf(report({ right: 'passed' }), 0)).toEqual({ passed: 1, failed: 0, skipped: 0 })
})
