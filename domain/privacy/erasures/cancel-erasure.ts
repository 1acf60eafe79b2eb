import { erasureMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { erasureRecord } from './record.ts'

/** Cancels an erasure that has not started. One that has started is irreversible. */
export const cancelErasure = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, erasureRecord, erasureMoves, 'cancel', {
    fields: (_, tx) => ({ cancelledAt: tx.now }),
  })
