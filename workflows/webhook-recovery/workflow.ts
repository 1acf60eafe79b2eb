import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'
import { readable } from '#platform/core/workflow-kinds/readable.ts'

// A bounded transaction that stores its own position, retried until it succeeds.
const { recoverWebhooks } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/** The wait between two checks of a busy endpoint: 5 s at first, and a minute at most. */
const FIRST_WAIT_MS = 5_000
const LAST_WAIT_MS = 60_000

/**
 * Creates the deliveries of one recovery in batches, as fast as the endpoint accepts them. The record stores
 * the position, so it can restart at any time.
 */
export async function webhookRecovery(input: SubjectInput): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  for (;;) {
    const progress = await recoverWebhooks(input)
    if (progress === 'finished') break
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof webhookRecovery>(input)
    if (progress === 'more') {
      waitMs = FIRST_WAIT_MS
      continue
    }
    const dueAt = new Date(Date.now() + waitMs).toISOString()
    showProgress({ step: 'endpoint-backlog', dueAt })
    await sleep(waitMs, { summary: readable('endpoint-backlog') })
    waitMs = Math.min(waitMs * 2, LAST_WAIT_MS)
  }
  showProgress(null)
}
