import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { announceCancellation } from './announce-cancellation.ts'
import { moving, timeOffRecord } from './record.ts'
import type { TimeOff } from './schemas.ts'

/** The provider is there after all. */
export const cancelTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOff> =>
  changeRecord(ctx, ref, timeOffRecord, { ...moving('cancel'), effects: announceCancellation })
