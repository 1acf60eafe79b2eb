import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'

// Each license is handled separately: a few attempts, and the next hourly run handles the rest.
const { watchDueLicenses } = proxyActivities<Activities>({
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 5 },
})

/** Sends reminders of expiring licenses, and suspends providers with expired ones. Run by a schedule. */
export async function watchLicenses(): Promise<{ due: number }> {
  const due = await watchDueLicenses()
  setCurrentDetails(`Checked ${due} licenses`)
  return { due }
}
