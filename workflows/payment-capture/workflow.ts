import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { askUntilSettled } from '../ask-until-settled.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// A call to the payment gateway with the payment's id as idempotency key: a lost response is requested again
// and captures nothing twice. A decline is a result; only an unavailable gateway is retried.
const { capturePayment } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes' },
})

/** Captures one payment and records the result. */
export const paymentCapture = (input: SubjectInput): Promise<void> =>
  askUntilSettled('capture', () => capturePayment(input))
