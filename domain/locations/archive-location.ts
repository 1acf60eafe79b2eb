import { archiving, changeRecord, restoring } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { locationRecord } from './record.ts'

export const archiveLocation = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, locationRecord, archiving)

export const restoreLocation = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, locationRecord, restoring)
