import { assertNotInFuture } from '#people/children/rules.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { dateColumn, dateText } from '#platform/core/time/time.ts'
import { drawFindings } from './draw-findings.ts'
import { reportMoves } from './moves.ts'
import { clinicalReportRecord } from './record.ts'
import { assertPeriod } from './rules.ts'
import type { PatchClinicalReport } from './schemas.ts'

/** Changes a draft. Another period draws the findings anew. */
export const patchClinicalReport = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchClinicalReport },
) =>
  moveRecord(ctx, ref, clinicalReportRecord, reportMoves, 'patch', {
    fields: async (before, tx) => {
      const { startsOn, endsOn, ...fields } = patch
      await assertReferences(tx, 'provider', { providerId: patch.providerId })
      if (startsOn === undefined && endsOn === undefined) return fields
      const { defaultTimeZone: timeZone } = await loadTenantSettings(tx)
      assertNotInFuture('endsOn', endsOn, { now: tx.now, timeZone })
      const period = {
        startsOn: startsOn ?? dateText(before.startsOn),
        endsOn: endsOn ?? dateText(before.endsOn),
      }
      assertPeriod(period)
      const findings = await drawFindings(tx, { childId: before.childId, ...period })
      return {
        ...fields,
        startsOn: dateColumn(period.startsOn),
        endsOn: dateColumn(period.endsOn),
        findings: jsonObject(findings),
      }
    },
  })
