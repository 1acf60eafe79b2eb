import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { petRecord } from './record.ts'

export const archivePet = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, petRecord, archiving)
