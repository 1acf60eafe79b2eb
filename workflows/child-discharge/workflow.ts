import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// A round of short transactions without effect when repeated. A refusal is a result; only an unavailable
// database is retried, and heartbeats detect a dead worker.
const { carryOutDischarge } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

const CARE_ENDS = 'care-ends'

/**
 * Ends everything that a discharged child has: appointments after the last day at once, and the program,
 * authorizations and forms when care ends. A readmission wakes it, and it ends.
 */
export async function childDischarge(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { left, dueAt } = await carryOutDischarge(input)
    if (!left && dueAt === null && !wake.woken) {
      showProgress(null)
      return
    }
    if (!left && dueAt !== null) {
      showProgress({ step: CARE_ENDS, dueAt })
      await wake.until(Date.parse(dueAt), CARE_ENDS)
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
  }
}
