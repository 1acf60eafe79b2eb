import type { Drill, ListedTests } from './drill.ts'
import { killApi } from './kill-api.ts'
import { killBeforeHandOver } from './kill-before-hand-over.ts'
import { killWorkers } from './kill-workers.ts'
import { postgresRestart } from './postgres-restart.ts'

/** In the order in which they run. */
export const DRILLS: readonly Drill[] = [killApi, killBeforeHandOver, killWorkers, postgresRestart]

export const LISTED_TESTS: readonly ListedTests[] = []
