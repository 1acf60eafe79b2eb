import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { Purged } from './messages.ts'

// Deletions of expired data: a few attempts, and the next hourly run handles the rest.
const { purgeExpiredRows } = proxyActivities<Activities>({
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 5 },
})

/** Deletes expired data (domain/platform/maintenance/retention.ts). Run by a schedule. */
export async function purgeExpired(): Promise<Purged> {
  const purged = await purgeExpiredRows()
  const counts = Object.entries(purged).map(([what, rows]) => `${what}: ${rows}`)
  setCurrentDetails(`Purged ${counts.join(', ')}`)
  return purged
}
