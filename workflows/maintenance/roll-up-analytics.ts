import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'

// Each transaction takes changes in as a whole: a few tries, and the next minute's run takes what is left.
const { takeInAnalyticsChanges } = proxyActivities<Activities>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

/** Counts the days of analytics anew on which something changed. For a schedule. */
export async function rollUpAnalytics(): Promise<{ changes: number }> {
  const changes = await takeInAnalyticsChanges()
  setCurrentDetails(`Took in ${changes} changes`)
  return { changes }
}
