import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { drawFindings } from './draw-findings.ts'
import { reportMoves } from './moves.ts'
import { periodOf } from './period-of.ts'
import { clinicalReportRecord } from './record.ts'

/** Draws the findings of a draft anew. */
export const refreshClinicalReport = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, clinicalReportRecord, reportMoves, 'refresh', {
    fields: async (before, tx) => ({
      findings: jsonObject(await drawFindings(tx, periodOf(before))),
    }),
  })
