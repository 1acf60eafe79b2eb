import { patched, proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { StartedTogether, SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// A short read.
const { messageDueAt } = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
})

// An unavailable mail server is retried at growing intervals. The message itself ends the retries: after a day,
// or when it is no longer useful.
const { deliverMessage, deliverMessages, sendMessage } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
})

/** Sends one message when it is due: immediately, or after quiet hours. Cancelling the message wakes this. */
export async function messageDelivery(input: SubjectInput): Promise<void> {
  const wake = listenForWake()
  const sendOrWait = patched('send-at-once') ? deliverMessage : messageDueAt
  for (;;) {
    wake.reset()
    const dueAt = await sendOrWait(input)
    showProgress(dueAt === null ? null : { step: 'send', dueAt })
    if (wake.woken) continue
    if (dueAt === null) return
    const changed = await wake.until(Date.parse(dueAt), 'send')
    if (!changed) await sendMessage(input)
  }
}

/** Sends e-mails that are due, several at once. The first one is tried again here if it could not be sent. */
export async function messageDeliveries(input: StartedTogether): Promise<void> {
  const { tenantId, subjectId } = input
  if (await deliverMessages(input)) showProgress(null)
  else await messageDelivery({ tenantId, subjectId })
}
