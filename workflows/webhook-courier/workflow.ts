import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import { COURIER_TASK_QUEUE } from '../task-queues.ts'
import type { WebhookCourierInput } from './messages.ts'

// A lease: it lasts for as long as there is something to deliver, and shows by its heartbeat that its
// worker lives. When it does not, another worker takes the endpoint over; hence no limit of tries.
const { deliverDue } = proxyActivities<Activities>({
  taskQueue: COURIER_TASK_QUEUE,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '6 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '15 seconds' },
})

/** In events: an endpoint that is down for a day is looked at over a thousand times. */
const LONGEST_HISTORY = 2_000

/**
 * Delivers what one webhook endpoint has pending. Leases of the endpoint do the work; the timer in
 * between holds the retries. Ends when nothing is pending; the relay starts it again.
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
