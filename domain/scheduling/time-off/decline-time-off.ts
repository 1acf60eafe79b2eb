import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { moving, timeOffRecord } from './record.ts'
import type { TimeOff } from './schemas.ts'

export const declineTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOff> =>
  changeRecord(ctx, ref, timeOffRecord, moving('decline'))
