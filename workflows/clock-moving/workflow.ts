import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'

// A bounded transaction that stores its own position, retried until it succeeds.
const { moveClocks } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Moves the deadlines of all running programs to a new holiday calendar, in batches. The record stores the
 * position, so it can restart at any time.
 */
export async function clockMoving(input: SubjectInput): Promise<void> {
  while ((await moveClocks(input)) === 'more') {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof clockMoving>(input)
  }
  showProgress(null)
}
