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
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
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

/** In as many files may tests fail and pass when they are run once more, before they are failures. */
export const FLAKY_LIMIT = 2

/** A test that failed first and passed when its file was run once more. */
export interface FlakyTest {
  file: string
  test: string
  /** Why it failed. */
  message: string
}

export function flakyTests(
  first: VitestReport | undefined,
  again: VitestReport | undefined,
): FlakyTest[] {
  const passed = new Set(testsOf(again, 'passed').map(nameOf))
  return testsOf(first, 'failed').filter((test) => passed.has(nameOf(test)))
}

/**
 * What a run comes to when these of its failures passed the second time. Files count, not tests: after one that
 * fails the next of its file find a world that it left half done.
 */
export function withoutFlaky(counts: Counts, flaky: readonly FlakyTest[]): Counts {
  if (new Set(flaky.map(({ file }) => file)).size > FLAKY_LIMIT) return counts
  return {
    ...counts,
    passed: counts.passed + flaky.length,
    failed: counts.failed - flaky.length,
  }
}

/** Its name, and the first lines of why it failed. */
export function describeFlaky({ file, test, message }: FlakyTest): string {
  const why = message.split('\n').slice(0, MESSAGE_LINES)
  return [`FLAKY, passed when run once more: ${file}: ${test}`, ...why].join('\n      ')
}

/** Of a difference that an expectation shows, the beginning. */
const MESSAGE_LINES = 12

const nameOf = ({ file, test }: FlakyTest) => `${file}: ${test}`

function testsOf(report: VitestReport | undefined, status: string): FlakyTest[] {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter((result) => result.status === status)
      .map(({ fullName, failureMessages = [] }) => ({
        file: file.name,
        test: fullName,
        message: failureMessages.join('\n'),
      })),
  )
}
