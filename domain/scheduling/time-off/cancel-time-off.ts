import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { announceCancellation } from './announce-cancellation.ts'
import { moving, timeOffRecord } from './record.ts'
import type { TimeOff } from './schemas.ts'

/** The provider is there after all. */
export const cancelTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOff> =>
  changeRecord(ctx, ref, timeOffRecord, { ...moving('cancel'), effects: announceCancellation })
