import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { locationRecord } from './record.ts'

export const archiveLocation = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, locationRecord, archiving)
