import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'

// Each license is settled by itself: a few tries, and the next hour's run takes what is left.
const { watchDueLicenses } = proxyActivities<Activities>({
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 5 },
})

/** Reminds of licenses that expire, and suspends providers whose has. For a schedule. */
export async function watchLicenses(): Promise<{ due: number }> {
  const due = await watchDueLicenses()
  setCurrentDetails(`Looked at ${due} licenses`)
  return { due }
}
