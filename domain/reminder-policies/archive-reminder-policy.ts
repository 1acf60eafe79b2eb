import { archiving, changeRecord, restoring } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { reminderPolicyRecord } from './record.ts'

export const archiveReminderPolicy = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, reminderPolicyRecord, archiving)

export const restoreReminderPolicy = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, reminderPolicyRecord, restoring)
