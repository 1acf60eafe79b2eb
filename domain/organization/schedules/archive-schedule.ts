import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { scheduleRecord } from './record.ts'

export const archiveSchedule = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, scheduleRecord, archiving)
