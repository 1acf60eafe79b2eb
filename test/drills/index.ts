import { atOnce } from './at-once.ts'
import type { Drill, ListedTests } from './drill.ts'
import { hostileReceivers } from './hostile-receivers.ts'
import { markerStrings } from './marker-strings.ts'
import { openapiFuzz } from './openapi-fuzz.ts'
import { killApi } from './kill-api.ts'
import { killInSeries } from './kill-in-series.ts'
import { killBeforeHandOver } from './kill-before-hand-over.ts'
import { killWorkers } from './kill-workers.ts'
import { postgresRestart } from './postgres-restart.ts'
import { rateLimit } from './rate-limit.ts'
import { rollingRestart } from './rolling-restart.ts'
import { temporalDown, temporalDownAtBoot } from './temporal-down.ts'

/** In the order in which they run. */
export const DRILLS: readonly Drill[] = [
  killApi,
  killBeforeHandOver,
  killWorkers,
  rollingRestart,
  killInSeries,
  postgresRestart,
  temporalDown,
  temporalDownAtBoot,
  atOnce,
  hostileReceivers,
  markerStrings,
  openapiFuzz,
  rateLimit,
]

export const LISTED_TESTS: readonly ListedTests[] = []
