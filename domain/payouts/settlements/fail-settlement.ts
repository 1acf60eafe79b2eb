import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { settlementEvents, settlementFacts } from './events.ts'
import { postSettlement } from './post-settlement.ts'
import { settlementRecord } from './record.ts'
import { releaseLines } from './release-lines.ts'
import { settlementStatusAfter } from './rules.ts'

/** Ends a settlement that the gateway refused, once its transfer is taken back. */
export const failSettlement = (ctx: Context, { id }: { id: string }) =>
  changeRecord(ctx, { id }, settlementRecord, {
    fields: (before, tx) => ({
      status: settlementStatusAfter('fail', before.status),
      settledAt: tx.now,
    }),
    effects: async (tx, after) => {
      await releaseLines(tx, id)
      await postSettlement(tx, 'fail', after)
      tx.emit(
        settlementEvents['settlement.failed'],
        { type: 'settlement', id },
        { ...settlementFacts(after), failureCode: after.failureCode! },
      )
    },
  })
