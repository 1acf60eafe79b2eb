import type { Random } from './random.ts'
import type { Site } from './site.ts'

/** One drill: what it breaks, and what must still hold. */
export interface Drill {
  name: string
  /** The row of the table in docs/reliability.md. */
  what: string
  /** Part of `npm run drills -- --quick`, which bin/test runs too. */
  quick?: boolean
  /** Needs Temporal as a cluster: part of `npm run drills -- --cluster` only. */
  cluster?: boolean
  run: (run: DrillRun) => Promise<void>
}

/** The context of a drill, and its report. */
export interface DrillRun {
  /** Running PostgreSQL, Temporal, two API processes and two workers. */
  site: Site
  /** Smaller sizes, for a machine with other work. */
  quick: boolean
  random: Random
  /** Adds a figure to the drill's line of the report. */
  count: (name: string, value: number | string) => void
  /** Checks an invariant: if it does not hold, the drill fails and reports what was found. */
  holds: (invariant: string, holds: boolean, found?: unknown) => void
  /** Reports why this machine cannot run the drill, in which case nothing was checked. */
  skip: (reason: string) => void
  /** Reports progress to the reader of the output. */
  say: (line: string) => void
}

/** A row of drills.md covered by tests of the suite, which `bin/test` always runs. */
export interface ListedTests {
  what: string
  files: readonly string[]
}
