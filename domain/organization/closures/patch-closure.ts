import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { assertInOrder } from '../schedules/rules.ts'
import { closureChanged } from './listeners.ts'
import { closureRecord } from './record.ts'
import { toClosure, type PatchClosure } from './schemas.ts'

/** Changes a closure. Existing bookings are kept; new bookings respect the new days. */
export const patchClosure = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchClosure },
) =>
  changeRecord(ctx, ref, closureRecord, {
    fields: async (before, tx) => {
      if (patch.locationId) await assertReferences(tx, 'location', { locationId: patch.locationId })
      const { startsOn, endsOn } = { ...toClosure(before), ...patch }
      assertInOrder(startsOn, endsOn, 'endsOn')
      return { ...patch, startsOn: dateColumn(startsOn), endsOn: dateColumn(endsOn) }
    },
    effects: closureChanged,
  })
