import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { payoutAccountRecord } from './record.ts'
import { OWN, payoutAccountStatusAfter } from './rules.ts'
import type { RejectPayoutAccount } from './schemas.ts'
import { tellProvider } from './tell-provider.ts'

/** Nothing will be paid to it; the account before it stays. */
export const rejectPayoutAccount = (
  ctx: Context,
  { reason, ...ref }: RecordRef & RejectPayoutAccount,
) =>
  changeRecord(ctx, ref, payoutAccountRecord, {
    fields: async (before, tx) => {
      const status = payoutAccountStatusAfter('reject', before.status)
      await assertSecondPerson(tx, [before.requestedBy, before.providerId], OWN, { isPerson: true })
      return { status, decidedBy: tx.actor.id, decidedAt: tx.now, rejectionReason: reason }
    },
    effects: tellProvider,
  })
