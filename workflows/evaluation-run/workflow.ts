import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { showProgress } from '../progress.ts'

// Continues after the questions that are settled; heartbeats detect a dead worker.
const { evaluateQuestions } = proxyActivities<Activities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/** Asks an assistant the questions of an evaluation, in short turns on the queue of knowledge. */
export async function evaluationRun(input: SubjectInput): Promise<void> {
  while ((await evaluateQuestions(input)) === 'more') {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof evaluationRun>(input)
  }
  showProgress(null)
}
