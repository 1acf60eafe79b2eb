import { goalMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { goalRecord } from './record.ts'

/** Pauses measurements. */
export const holdGoal = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, goalRecord, goalMoves, 'hold')
