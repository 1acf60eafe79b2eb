import { settlementMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { postSettlement } from './post-settlement.ts'
import { settlementRecord } from './record.ts'
import { releaseLines } from './release-lines.ts'

/** Fails a settlement that the gateway refused, after its transfer is reversed. */
export const failSettlement = (ctx: Context, { id }: { id: string }) =>
  moveRecord(ctx, { id }, settlementRecord, settlementMoves, 'fail', {
    fields: (_, tx) => ({ settledAt: tx.now }),
    effects: async (tx, after) => {
      await releaseLines(tx, id)
      await postSettlement(tx, 'fail', after)
    },
  })
