import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { askUntilSettled } from '../ask-until-settled.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// Like a capture: the payout's id is the idempotency key, a refusal is a result, and only an unavailable
// gateway is retried.
const { payOutCredit } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes' },
})

/** Pays credit out and records the result. */
export const creditPayout = (input: SubjectInput): Promise<void> =>
  askUntilSettled('payout', () => payOutCredit(input))
