import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { askUntilSettled } from '../ask-until-settled.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// Like a refund: only an unavailable gateway is retried.
const { reviewDispute } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes' },
})

/** Polls a dispute at the gateway until it ends. */
export const paymentDispute = (input: SubjectInput): Promise<void> =>
  askUntilSettled('review', () => reviewDispute(input))
