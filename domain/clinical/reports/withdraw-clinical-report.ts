import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { reportMoves } from './moves.ts'
import { clinicalReportRecord } from './record.ts'

/** Ends a draft that is not to be signed. */
export const withdrawClinicalReport = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, clinicalReportRecord, reportMoves, 'withdraw')
