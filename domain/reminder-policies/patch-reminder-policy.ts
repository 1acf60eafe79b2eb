import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { choicesOf, reminderPolicyRecord } from './record.ts'
import type { PatchReminderPolicy } from './schemas.ts'

/** Appointments take it up when their next step is planned; what was sent stays sent. */
export const patchReminderPolicy = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchReminderPolicy },
) => changeRecord(ctx, ref, reminderPolicyRecord, { fields: () => choicesOf(patch) })
