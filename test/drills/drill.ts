import type { Random } from './random.ts'
import type { Site } from './site.ts'

/** One drill: what it breaks, and what must hold nevertheless. */
export interface Drill {
  name: string
  /** The row of the table in docs/reliability.md. */
  what: string
  /** Part of the selection that `npm run drills -- --quick` and bin/test run. */
  quick?: boolean
  run: (run: DrillRun) => Promise<void>
}

/** What a drill is given, and what it reports to. */
export interface DrillRun {
  /** PostgreSQL, Temporal, two API and two worker processes, all up. */
  site: Site
  /** Smaller sizes, for a machine that has other things to do. */
  quick: boolean
  random: Random
  /** Puts a figure on the drill's line of the report. */
  count: (name: string, value: number | string) => void
  /** An invariant: when it does not hold, the drill has failed and says what was found instead. */
  holds: (invariant: string, holds: boolean, found?: unknown) => void
  /** Says why this machine cannot run the drill; nothing was checked then. */
  skip: (reason: string) => void
  /** What is happening now, for the reader of the output. */
  say: (line: string) => void
}

/** A row of drills.md that tests of the suite prove; `bin/test` runs them every time. */
export interface ListedTests {
  what: string
  files: readonly string[]
}
