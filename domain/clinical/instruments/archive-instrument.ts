import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { instrumentRecord } from './record.ts'

/** No new schedules; those that there are go on. */
export const archiveInstrument = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, instrumentRecord, archiving)
