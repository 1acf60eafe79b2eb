import { archiving, changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { reminderPolicyRecord } from './record.ts'

export const archiveReminderPolicy = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, reminderPolicyRecord, archiving)
