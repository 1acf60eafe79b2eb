import { archiving, changeRecord, restoring } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { petRecord } from './record.ts'

export const archivePet = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, petRecord, archiving)

export const restorePet = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, petRecord, restoring)
