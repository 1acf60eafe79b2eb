import { settlementMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Settlement } from '#prisma/generated/client.ts'
import { postSettlement } from './post-settlement.ts'
import { settlementRecord } from './record.ts'
import { lockVerifiedAccount } from '../payout-accounts/queries.ts'
import { assertPayable } from '../payout-accounts/rules.ts'
import { gatewayOfCentre } from '#payments/payments/gateway-for.ts'

const OWN =
  'The person who created a settlement, or who is paid by it, cannot approve it. Another person must do so.'

/** Approves a settlement for payout. From now on its shares are owed. */
export const approveSettlement = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, settlementRecord, settlementMoves, 'approve', {
    fields: async (before, tx) => {
      const approvedAlone = await assertSecondPerson(
        tx,
        [before.requestedBy, before.providerId],
        OWN,
        { isPerson: true, alone: { permission: 'settlements:write', since: before.createdAt } },
      )
      const { gateway, accountId: paymentAccountId } = await gatewayOfCentre(
        tx,
        'Payouts require a gateway.',
      )
      const payoutAccountId = await accountOf(tx, before, gateway)
      return {
        payoutAccountId,
        paymentAccountId,
        approvedBy: tx.actor.id,
        approvedAt: tx.now,
        approvedAlone,
      }
    },
    effects: (tx, after) => postSettlement(tx, 'approve', after),
  })

/** The account that is paid now. An older draft may name another one. */
const accountOf = async (
  tx: Transaction,
  { providerId, payoutMinor, gatewayAccountToken }: Settlement,
  gateway: string,
): Promise<string | null> => {
  if (payoutMinor === 0 || gatewayAccountToken !== null) return null
  const account = await lockVerifiedAccount(tx, providerId)
  assertPayable(account, { providerId, gateway, now: tx.now })
  return account.id
}
