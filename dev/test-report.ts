/** What a run of vitest comes to, and what a second run of its broken files says about them. */

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** `code` is the exit code of vitest. Without a report nothing has passed. */
export function countsOf(report: VitestReport | undefined, code: number): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  // A file that cannot be loaded has no tests to count, and an error outside of any test neither.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export function brokenFiles(report: VitestReport | undefined): string[] {
  const files = report?.testResults.filter((file) => file.status === 'failed') ?? []
  return files.map((file) => file.name)
}

/** As many tests may fail and pass when they are run once more, before they are failures. */
export const FLAKY_LIMIT = 2

/** Tests that failed first and passed when their files were run once more. */
export function flakyTests(
  first: VitestReport | undefined,
  again: VitestReport | undefined,
): string[] {
  const passed = new Set(testsOf(again, 'passed'))
  return testsOf(first, 'failed').filter((test) => passed.has(test))
}

/** What a run comes to when so many of its failures passed the second time. */
export function withoutFlaky(counts: Counts, flaky: number): Counts {
  if (flaky > FLAKY_LIMIT) return counts
  return { ...counts, passed: counts.passed + flaky, failed: counts.failed - flaky }
}

function testsOf(report: VitestReport | undefined, status: string): string[] {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter((result) => result.status === status)
      .map((result) => `${file.name}: ${result.fullName}`),
  )
}
