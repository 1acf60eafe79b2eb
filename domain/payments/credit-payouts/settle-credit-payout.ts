import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { GatewayResult } from '#providers/payments/gateway.ts'
import { loadCreditBalance } from '../credits/queries.ts'
import { isSettled } from '../payments/rules.ts'
import { applyPayoutAnswer } from './apply-payout-answer.ts'
import { loadCreditPayout } from './queries.ts'
import { toCreditPayout, type CreditPayout } from './schemas.ts'

/** Records the gateway's response. Idempotent, like the settlement of a payment. */
export const settleCreditPayout = (
  ctx: Context,
  { id, result: answer }: { id: string; result: GatewayResult },
): Promise<CreditPayout> =>
  transact(ctx, 'credits:write', async (tx) => {
    const { balanceId } = await loadCreditPayout(tx, id)
    await lockRecord(tx, 'credit_balances', balanceId)
    const before = await loadCreditPayout(tx, id)
    if (isSettled('Payout', before, answer)) {
      tx.nothingChanged({ type: 'creditPayout', id })
      return toCreditPayout(before)
    }
    const balance = await loadCreditBalance(tx, balanceId)
    return toCreditPayout(await applyPayoutAnswer(tx, balance, before, answer))
  })
