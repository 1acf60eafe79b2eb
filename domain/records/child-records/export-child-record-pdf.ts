import type { Context } from '#platform/core/context/context.ts'
import { renderRecord } from './render-record.ts'
import { exportChildRecord } from './export-child-record.ts'

/** Exports the record as a PDF, for print and hand-over. */
export const exportChildRecordPdf = async (ctx: Context, ref: { id: string }) =>
  renderRecord(await exportChildRecord(ctx, ref))
