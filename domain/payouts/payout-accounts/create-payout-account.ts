import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { tellProvider } from './tell-provider.ts'
import { numberOf } from './rules.ts'
import { showPayoutAccount } from './queries.ts'
import type { CreatePayoutAccount, PayoutAccount } from './schemas.ts'
import { sealNumber } from './seal-number.ts'

/** Adds a payout account of a provider. It cannot be paid until another person verifies it. */
export const createPayoutAccount = (
  ctx: Context,
  { providerId, holder, ...said }: CreatePayoutAccount,
): Promise<PayoutAccount> =>
  transact(ctx, 'payout-accounts:write', async (tx) => {
    const { number, ...kind } = numberOf(said)
    await assertReferences(tx, 'provider', { providerId })
    const id = newId('payoutAccount')
    const row = await tx.db.payoutAccount.create({
      data: {
        ...freshRecord(tx, id),
        providerId,
        holder,
        status: 'PENDING',
        ...kind,
        ...sealNumber(tx.platform.cipher, id, number),
        requestedBy: tx.actor.id,
      },
    })
    tx.created({ type: 'payoutAccount', id }, row)
    await tellProvider(tx, row)
    return showPayoutAccount(row, tx)
  })
