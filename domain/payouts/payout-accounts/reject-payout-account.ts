import { payoutAccountMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertDecidedByAnother } from './assert-decided-by-another.ts'
import { payoutAccountRecord } from './record.ts'
import type { RejectPayoutAccount } from './schemas.ts'
import { tellProvider } from './tell-provider.ts'

/** Rejects the account. The current account stays. */
export const rejectPayoutAccount = (
  ctx: Context,
  { reason, ...ref }: RecordRef & RejectPayoutAccount,
) =>
  moveRecord(ctx, ref, payoutAccountRecord, payoutAccountMoves, 'reject', {
    fields: async (before, tx) => {
      const approvedAlone = await assertDecidedByAnother(tx, before)
      return { decidedBy: tx.actor.id, decidedAt: tx.now, rejectionReason: reason, approvedAlone }
    },
    effects: tellProvider,
  })
