import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { askUntilSettled } from '../ask-until-settled.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// As a capture: the refund's id is the idempotency key, a refusal is a result, and only a gateway that
// is away is asked again.
const { makeRefund } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes' },
})

/** Gives money of a payment back and settles it on record. */
export const paymentRefund = (input: SubjectInput): Promise<void> =>
  askUntilSettled('refund', () => makeRefund(input))
