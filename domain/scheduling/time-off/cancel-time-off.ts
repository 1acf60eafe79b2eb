import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { timeOffMoves } from './moves.ts'
import { timeOffRecord } from './record.ts'
import type { TimeOff } from './schemas.ts'

/** Cancels time off. */
export const cancelTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOff> =>
  moveRecord(ctx, ref, timeOffRecord, timeOffMoves, 'cancel')
