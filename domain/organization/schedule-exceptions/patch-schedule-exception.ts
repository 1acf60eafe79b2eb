import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { scheduleExceptionRecord } from './record.ts'
import { toScheduleException, wrongHours, type PatchScheduleException } from './schemas.ts'

/** Changes an exception. Existing bookings are kept; new bookings respect the new hours. */
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
