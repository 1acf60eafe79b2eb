import type { SubjectInput } from '#platform/core/workflow-kinds/workflows.ts'
import { completeSettlement } from '#payouts/settlements/complete-settlement.ts'
import { failSettlement } from '#payouts/settlements/fail-settlement.ts'
import { getSettlementToPay } from '#payouts/settlements/queries.ts'
import { recordTransfer } from '#payouts/settlements/record-transfer.ts'
import type { ActivityDeps } from './activity-deps.ts'
import { workflowContext } from './context.ts'
import { gatewaysOf } from './gateways.ts'

/**
 * Processes settlements at the gateway: reads, calls the gateway outside of a transaction, and records the
 * response.
 */
export const settlementActivities = (deps: ActivityDeps) => {
  const { platform } = deps
  const gatewayOf = gatewaysOf(deps)
  const load = async ({ tenantId, subjectId: id }: SubjectInput) => {
    const ctx = workflowContext(platform, tenantId)
    const facts = await getSettlementToPay(ctx, { id })
    // Results from the gateway are recorded even if the centre was suspended meanwhile.
    return { ctx: { ...ctx, whileSuspended: true as const }, id, ...facts }
  }
  const keyed = <Request extends { idempotencyKey: string }>(request: Request, step: string) => ({
    ...request,
    idempotencyKey: `${request.idempotencyKey}/${step}`,
  })

  return {
    /** Returns whether the provider's account has the money. If nothing is to be paid out, nothing is transferred. */
    transferSettlement: async (input: SubjectInput): Promise<boolean> => {
      const { ctx, id, status, account, request, isTransferred, failureCode } = await load(input)
      if (isTransferred || failureCode !== null) return failureCode === null
      if (status !== 'APPROVED' && status !== 'TRANSFERRING') return status !== 'FAILED'
      const result =
        request.amountMinor === 0
          ? NOTHING_TO_MOVE
          : await (await gatewayOf(account)).transfer(keyed(request, 'transfer'))
      await recordTransfer(ctx, { id, step: 'transfer', result })
      return result.outcome === 'SUCCEEDED'
    },

    payOutSettlement: async (input: SubjectInput): Promise<boolean> => {
      const { ctx, id, status, account, request, isPaidOut, failureCode } = await load(input)
      if (isPaidOut || status !== 'TRANSFERRING' || failureCode !== null)
        return failureCode === null
      const result =
        request.amountMinor === 0
          ? NOTHING_TO_MOVE
          : await (await gatewayOf(account)).payOut(keyed(request, 'payout'))
      await recordTransfer(ctx, { id, step: 'payOut', result })
      return result.outcome === 'SUCCEEDED'
    },

    /** Reverses the transfer, whether or not it was made. */
    reverseSettlementTransfer: async (input: SubjectInput): Promise<void> => {
      const { account, request, status } = await load(input)
      if (status !== 'TRANSFERRING' || request.amountMinor === 0) return
      const result = await (await gatewayOf(account)).reverseTransfer(keyed(request, 'reversal'))
      if (result.outcome === 'FAILED')
        throw new Error(`The gateway did not reverse the transfer: ${result.failureCode}`)
    },

    /** Completes the settlement with the gateway's result, unless it has already ended. */
    endSettlement: async (input: SubjectInput): Promise<void> => {
      const { ctx, id, status, failureCode } = await load(input)
      if (status !== 'TRANSFERRING') return
      await (failureCode === null ? completeSettlement(ctx, { id }) : failSettlement(ctx, { id }))
    },
  }
}

const NOTHING_TO_MOVE = { outcome: 'SUCCEEDED', reference: 'none' } as const
