/** The counts of a vitest run. */

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
    /** In milliseconds. */
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** `code` is vitest's exit code. Without a report, nothing has passed. */
export function countsOf(report: VitestReport | undefined, code: number): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  // A file that cannot be loaded has no tests to count, and neither has an error outside of tests.
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

/** A longer file delays the whole run: split it by topic. */
const LONGEST_FILE_S = 90

/** Files that took longer than {@link LONGEST_FILE_S}, longest first. */
export function longFiles(report: VitestReport | undefined): { file: string; seconds: number }[] {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1_000 }))
    .filter(({ seconds }) => seconds > LONGEST_FILE_S)
    .toSorted((a, b) => b.seconds - a.seconds)
}
