import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// Calls of the gateway with the settlement's id in their idempotency keys: a lost answer is asked for again and
// moves nothing twice. A refusal is a result; only a gateway that is away is retried.
const { transferSettlement, payOutSettlement, reverseSettlementTransfer } =
  proxyActivities<Activities>({
    startToCloseTimeout: '1 minute',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes' },
  })

// One transaction each.
const { endSettlement } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '5 minutes' },
})

/**
 * Pays a settlement out: transfer to the provider's account, then payout from there. When the gateway refuses one of
 * them, the transfer is taken back, whether or not it was made.
 */
export async function settlementPayout(input: SubjectInput): Promise<void> {
  listenForWake()
  const isPaid = (await transferSettlement(input)) && (await payOutSettlement(input))
  if (!isPaid) await reverseSettlementTransfer(input)
  await endSettlement(input)
  showProgress(null)
}
