import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { customFieldRecord } from './record.ts'

/** Values of the field stay on the records that have them; no new ones are accepted. */
export const archiveCustomField = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, customFieldRecord, archiving)
