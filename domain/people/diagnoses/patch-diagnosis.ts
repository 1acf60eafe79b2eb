import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { knownDates } from './known-dates.ts'
import { diagnosisRecord } from './record.ts'
import { assertDiagnosisDates } from './rules.ts'
import { toDiagnosis, type PatchDiagnosis } from './schemas.ts'

/** Corrects a diagnosis. Superbills keep the codes that they were created with. */
export const patchDiagnosis = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchDiagnosis },
) =>
  changeRecord(ctx, ref, diagnosisRecord, {
    fields: async (before, tx) => {
      const { onsetOn, ...fields } = patch
      if (onsetOn === undefined) return fields
      const dates = { ...toDiagnosis(before), onsetOn }
      assertDiagnosisDates(dates, await knownDates(tx, before.childId))
      return { ...fields, onsetOn: dateColumnOrNull(onsetOn) }
    },
  })
