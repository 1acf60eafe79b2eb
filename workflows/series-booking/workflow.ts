import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// A round of short transactions without effect when repeated. A refusal is a result; only an unavailable
// database is retried, and heartbeats detect a dead worker.
const { carryOutSeries } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '1 minute' },
})

/**
 * Books, moves and cancels the occurrences of one series as their records say, in rounds. An edit wakes or
 * starts it; it ends when nothing is pending.
 */
export async function seriesBooking(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { left } = await carryOutSeries(input)
    if (!left && !wake.woken) {
      showProgress(null)
      return
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew(input)
  }
}
