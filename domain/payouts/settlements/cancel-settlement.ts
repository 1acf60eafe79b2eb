import { settlementMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { settlementRecord } from './record.ts'
import { releaseLines } from './release-lines.ts'

/** Cancels a draft that has not been approved. */
export const cancelSettlement = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, settlementRecord, settlementMoves, 'cancel', {
    effects: (tx, after) => releaseLines(tx, after.id),
  })
