import { payoutAccountMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { payoutAccountRecord } from './record.ts'
import { OWN } from './rules.ts'
import type { RejectPayoutAccount } from './schemas.ts'
import { tellProvider } from './tell-provider.ts'

/** Rejects the account. The current account stays. */
export const rejectPayoutAccount = (
  ctx: Context,
  { reason, ...ref }: RecordRef & RejectPayoutAccount,
) =>
  moveRecord(ctx, ref, payoutAccountRecord, payoutAccountMoves, 'reject', {
    fields: async (before, tx) => {
      await assertSecondPerson(tx, [before.requestedBy, before.providerId], OWN, { isPerson: true })
      return { decidedBy: tx.actor.id, decidedAt: tx.now, rejectionReason: reason }
    },
    effects: tellProvider,
  })
