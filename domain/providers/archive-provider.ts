import { archiving, changeRecord, restoring } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { providerRecord } from './record.ts'

export const archiveProvider = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, providerRecord, archiving)

export const restoreProvider = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, providerRecord, restoring)
