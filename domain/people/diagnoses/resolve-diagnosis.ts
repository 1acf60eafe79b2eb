import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumn, dateIn } from '#platform/core/time/time.ts'
import { knownDates } from './known-dates.ts'
import { diagnosisRecord } from './record.ts'
import { assertDiagnosisDates, assertUnresolved } from './rules.ts'
import { toDiagnosis, type ResolveDiagnosis } from './schemas.ts'

/** Records that the child no longer has the diagnosis. */
export const resolveDiagnosis = (
  ctx: Context,
  { resolvedOn, ...ref }: RecordRef & ResolveDiagnosis,
) =>
  changeRecord(ctx, ref, diagnosisRecord, {
    fields: async (before, tx) => {
      assertUnresolved(before)
      const known = await knownDates(tx, before.childId)
      const end = resolvedOn ?? dateIn(known.now, known.timeZone)
      assertDiagnosisDates({ ...toDiagnosis(before), resolvedOn: end }, known)
      return { resolvedOn: dateColumn(end) }
    },
  })
