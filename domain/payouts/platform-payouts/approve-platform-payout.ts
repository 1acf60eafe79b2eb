import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { postTransaction } from '#receivables/ledger/post-transaction.ts'
import { platformPosting } from '#receivables/ledger/posting-rules.ts'
import { platformPayoutMoves } from './moves.ts'
import { platformPayoutRecord } from './record.ts'

const OWN =
  'The person who created a payout of the platform’s share cannot approve it. Another person must do so.'

/** Approves a payout that the centre has made to the platform: its share is no longer owed. */
export const approvePlatformPayout = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, platformPayoutRecord, platformPayoutMoves, 'approve', {
    fields: async (before, tx) => {
      const approvedAlone = await assertSecondPerson(tx, [before.requestedBy], OWN, {
        isPerson: true,
        alone: { permission: 'settlements:write', since: before.createdAt },
      })
      return { approvedBy: tx.actor.id, approvedAt: tx.now, approvedAlone }
    },
    effects: (tx, { id, currency, amountMinor }) =>
      postTransaction(tx, {
        subject: { type: 'platformPayout', id },
        currency,
        posting: platformPosting(amountMinor),
      }),
  })
