import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { assertNotEnded } from './end-assessment-schedule.ts'
import { whenOf } from './open-next.ts'
import { rearm } from './rearm.ts'
import { scheduleRecord } from './record.ts'
import { assertWhen } from './rules.ts'
import type { PatchAssessmentSchedule } from './schemas.ts'

/** Applies the new dates to the next assessment. */
export const patchAssessmentSchedule = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchAssessmentSchedule },
) =>
  changeRecord(ctx, ref, scheduleRecord, {
    fields: async (before, tx) => {
      assertNotEnded(before)
      const { startsOn, ...fields } = patch
      assertWhen({ ...whenOf(before), ...patch })
      if (fields.providerId !== before.providerId)
        await assertReferences(tx, 'provider', { providerId: fields.providerId })
      if (fields.locationId !== before.locationId)
        await assertReferences(tx, 'location', { locationId: fields.locationId })
      return { ...fields, ...(startsOn !== undefined && { startsOn: dateColumnOrNull(startsOn) }) }
    },
    effects: (tx, { id }) => rearm(tx, id),
  })
