import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord, type RecordRef } from '#platform/core/records/record-ref.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { moveCredit } from '../credits/move-credit.ts'
import { postCredit } from '../credits/post-credit.ts'
import { loadCreditBalance } from '../credits/queries.ts'
import { amountOfCredit } from '../credits/rules.ts'
import { findActiveAccount } from '../payment-accounts/queries.ts'
import { MANUAL } from '../payments/rules.ts'
import { applyPayoutAnswer } from './apply-payout-answer.ts'
import type { CreditPayoutMethod } from './rules.ts'
import { toCreditPayout, type BegunCreditPayout, type CreateCreditPayout } from './schemas.ts'
import { creditPayoutWorkflow } from './workflows.ts'

type Input = RecordRef & CreateCreditPayout & { dryRun?: boolean }

/**
 * Starts to pay out credit. Pending amounts count immediately, so that no cent is paid twice. The workflow
 * calls the gateway and settles the payout; a manual payout is settled immediately.
 */
export const createCreditPayout = (
  ctx: Context,
  { id: balanceId, version, dryRun = false, amount, method, destination, reason }: Input,
): Promise<BegunCreditPayout> =>
  transact(ctx, 'credits:write', async (tx) => {
    await lockRecord(tx, 'credit_balances', balanceId)
    const before = await loadCreditBalance(tx, balanceId)
    assertVersion(before, version)
    const amountMinor = amountOfCredit(before, amount)
    const row = {
      ...freshRecord(tx, newId('creditPayout')),
      balanceId,
      status: 'PROCESSING',
      amountMinor,
      currency: before.currency,
      gateway: await gatewayOf(tx, method),
      method,
      destination,
      reason,
      gatewayReference: null,
      failureCode: null,
      settledAt: null,
      version: 1,
    }
    const balance = before.balanceMinor - amountMinor
    if (dryRun) {
      tx.did({ type: 'creditBalance', id: balanceId }, { dryRun })
      return { dryRun, ...toCreditPayout(row), id: null, balance }
    }
    await tx.db.creditPayout.create({ data: row })
    const subject = { type: 'creditPayout', id: row.id } as const
    tx.created(subject, row)
    const taken = { kind: 'PAID_OUT', amountMinor: -amountMinor, payoutId: row.id } as const
    const { after } = await moveCredit(tx, before, taken)
    await postCredit(tx, 'beginPayout', { subject, balance: before, amountMinor })
    if (row.gateway === MANUAL) {
      const made = await applyPayoutAnswer(tx, after, row, {
        outcome: 'SUCCEEDED',
        reference: null,
      })
      return { dryRun, ...toCreditPayout(made), balance }
    }
    tx.start(creditPayoutWorkflow, row.id)
    return { dryRun, ...toCreditPayout(row), balance }
  })

/** The gateway that pays out. Stripe can pay providers, but not families. */
const gatewayOf = async (tx: Transaction, method: CreditPayoutMethod): Promise<string> => {
  if (method !== 'PAYOUT_ACCOUNT') return MANUAL
  const { paymentGateway } = tx.platform
  const account = await tx.asCentre(() => findActiveAccount(tx))
  if (account?.kind !== 'STRIPE' && paymentGateway !== 'none') return paymentGateway
  throw new DomainError(
    'payments_not_accepted',
    'The centre has no gateway that can pay out credit. Pay it out yourself, and record the payout as BANK_TRANSFER or CASH.',
  )
}
