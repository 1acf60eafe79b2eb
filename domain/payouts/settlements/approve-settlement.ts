import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Settlement } from '#prisma/generated/client.ts'
import { settlementEvents, settlementFacts } from './events.ts'
import { postSettlement } from './post-settlement.ts'
import { settlementRecord } from './record.ts'
import { settlementStatusAfter } from './rules.ts'
import { settlementPayoutWorkflow } from './workflows.ts'
import { lockVerifiedAccount } from '../payout-accounts/queries.ts'
import { assertPayable } from '../payout-accounts/rules.ts'
import { gatewayOfCentre } from '#payments/payments/gateway-for.ts'

const OWN = 'Who made a settlement, or is paid by it, does not approve it. Another person does.'

/** Lets a settlement be paid out. Its shares are owed from now on. */
export const approveSettlement = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, settlementRecord, {
    fields: async (before, tx) => {
      const status = settlementStatusAfter('approve', before.status)
      await assertSecondPerson(tx, [before.requestedBy, before.providerId], OWN, { isPerson: true })
      const { gateway, accountId: paymentAccountId } = await gatewayOfCentre(
        tx,
        'Nothing is paid out without.',
      )
      const payoutAccountId = await accountOf(tx, before, gateway)
      return {
        status,
        payoutAccountId,
        paymentAccountId,
        approvedBy: tx.actor.id,
        approvedAt: tx.now,
      }
    },
    effects: async (tx, after) => {
      const subject = { type: 'settlement', id: after.id } as const
      await postSettlement(tx, 'approve', after)
      tx.emit(settlementEvents['settlement.approved'], subject, settlementFacts(after))
      tx.start(settlementPayoutWorkflow, after.id)
    },
  })

/** The current payout destination; an older draft names the account. */
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
