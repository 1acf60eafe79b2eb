import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import { COURIER_TASK_QUEUE } from '../task-queues.ts'
import type { WebhookCourierInput } from './messages.ts'

// A lease: it lasts while deliveries are due, and its heartbeats show that its worker is alive. Otherwise
// another worker takes the endpoint over, so the number of attempts is unlimited.
const { deliverDue } = proxyActivities<Activities>({
  taskQueue: COURIER_TASK_QUEUE,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '6 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '15 seconds' },
})

/** The maximum number of events in a history: an endpoint that is down for a day is checked over a thousand times. */
const LONGEST_HISTORY = 2_000

/**
 * Delivers the pending events of one webhook endpoint. Leases of the endpoint do the work; the timer in
 * between waits for retries. Ends when nothing is pending; the relay starts it again.
 */
export async function webhookCourier(input: WebhookCourierInput): Promise<void> {
  const wake = listenForWake()
  for (;;) {
    wake.reset()
    const { next, unfinished } = await deliverDue(input)
    if (unfinished || wake.woken) continue
    showProgress(next === null ? null : { step: 'retry', dueAt: next })
    if (next === null) return
    const { continueAsNewSuggested, historyLength } = workflowInfo()
    if (continueAsNewSuggested || historyLength > LONGEST_HISTORY) await continueAsNew(input)
    await wake.until(Date.parse(next), 'retry')
  }
}
