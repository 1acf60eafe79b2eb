import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { scheduleRecord } from './record.ts'
import { assertInOrder } from './rules.ts'
import { toSchedule, type PatchSchedule } from './schemas.ts'

/** Changes a schedule. Existing bookings are kept; new bookings respect the new hours. */
export const patchSchedule = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchSchedule },
) =>
  changeRecord(ctx, ref, scheduleRecord, {
    fields: (before) => {
      const { startsOn, endsOn } = { ...toSchedule(before), ...patch }
      assertInOrder(startsOn, endsOn, 'endsOn')
      return {
        ...patch,
        startsOn: dateColumnOrNull(startsOn),
        endsOn: dateColumnOrNull(endsOn),
      }
    },
  })
