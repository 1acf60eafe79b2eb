import { proxyActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { showProgress } from '../progress.ts'
import { listenForWake } from '../subject.ts'
import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'

// Calls of the gateway with the settlement's id in their idempotency keys: a lost response is requested again
// and moves nothing twice. A refusal is a result; only an unavailable gateway is retried.
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
 * Pays a settlement out: transfers to the provider's account, then pays out from there. If the gateway refuses
 * one of them, the transfer is reversed, whether or not it was made.
 */
export async function settlementPayout(input: SubjectInput): Promise<void> {
  listenForWake()
  const isPaid = (await transferSettlement(input)) && (await payOutSettlement(input))
  if (!isPaid) await reverseSettlementTransfer(input)
  await endSettlement(input)
  showProgress(null)
}
