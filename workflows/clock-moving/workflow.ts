import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'

// One bounded transaction, which says itself where it goes on: it is tried until it is made.
const { moveClocks } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

/**
 * Moves the deadlines of all running programs to a new holiday calendar, batch by batch. Where it
 * has got to is in its record, so that it may begin anew at any time.
 */
export async function clockMoving(input: SubjectInput): Promise<void> {
  while ((await moveClocks(input)) === 'more') {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof clockMoving>(input)
  }
  showProgress(null)
}
