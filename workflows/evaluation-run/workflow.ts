import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { SubjectInput } from '#platform/core/workflows.ts'
import { showProgress } from '../progress.ts'

// It goes on behind the questions that are settled; a worker that died is noticed by its pulse.
const { evaluateQuestions } = proxyActivities<Activities>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/** Puts the questions of an evaluation to an assistant. On the queue of knowledge: nobody waits behind it. */
export async function evaluationRun(input: SubjectInput): Promise<void> {
  await evaluateQuestions(input)
  showProgress(null)
}
