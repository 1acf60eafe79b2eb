import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { Purged } from './messages.ts'

// Deletions of what has no more use: a few tries, and the next hour's run takes what is left.
const { purgeExpiredRows } = proxyActivities<Activities>({
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 5 },
})

/** Deletes what is past its time (domain/platform/maintenance/retention.ts). For a schedule. */
export async function purgeExpired(): Promise<Purged> {
  const purged = await purgeExpiredRows()
  const counts = Object.entries(purged).map(([what, rows]) => `${what}: ${rows}`)
  setCurrentDetails(`Purged ${counts.join(', ')}`)
  return purged
}
