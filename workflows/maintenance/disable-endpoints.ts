import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'

// Each endpoint is disabled separately: a few attempts, and the next hourly run handles the rest.
const { disableFailingEndpoints } = proxyActivities<Activities>({
  startToCloseTimeout: '20 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', maximumAttempts: 5 },
})

/** Disables webhook endpoints whose attempts have all failed for five days. Run by a schedule. */
export async function disableEndpoints(): Promise<{ disabled: number }> {
  const disabled = await disableFailingEndpoints()
  setCurrentDetails(`Disabled ${disabled} endpoints`)
  return { disabled }
}
