import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { invalid } from '#platform/core/errors.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { assertReferences } from '#platform/core/references.ts'
import { dateColumn } from '#platform/core/time.ts'
import { scheduleExceptionRecord } from './record.ts'
import { toScheduleException, wrongHours, type PatchScheduleException } from './schemas.ts'

/** What is booked stays booked; later bookings meet the new hours. */
export const patchScheduleException = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchScheduleException },
) =>
  changeRecord(ctx, ref, scheduleExceptionRecord, {
    fields: async (before, tx) => {
      if (patch.locationId) await assertReferences(tx, 'location', { locationId: patch.locationId })
      const after = { ...toScheduleException(before), ...patch }
      const wrong = wrongHours(after)
      if (wrong) throw invalid('windows', wrong.code, `windows ${wrong.message}.`)
      return { ...patch, occursOn: dateColumn(after.occursOn) }
    },
  })
