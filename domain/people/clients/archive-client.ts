import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { clientRecord } from './record.ts'

export const archiveClient = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, clientRecord, archiving)
