import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'

// Each transaction counts its changes completely: a few attempts, and the next run a minute later handles the
// rest.
const { takeInAnalyticsChanges } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

/** Recomputes the daily sums of analytics for days that have changed. Run by a schedule. */
export async function rollUpAnalytics(): Promise<{ changes: number }> {
  const changes = await takeInAnalyticsChanges()
  setCurrentDetails(`Processed ${changes} changes`)
  return { changes }
}
