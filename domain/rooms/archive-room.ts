import { archiving, changeRecord, restoring } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { roomRecord } from './record.ts'

export const archiveRoom = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, roomRecord, archiving)

export const restoreRoom = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, roomRecord, restoring)
