import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { choicesOf, reminderPolicyRecord } from './record.ts'
import type { PatchReminderPolicy } from './schemas.ts'

/** Appointments take it up when their next step is planned; what was sent stays sent. */
export const patchReminderPolicy = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchReminderPolicy },
) => changeRecord(ctx, ref, reminderPolicyRecord, { fields: () => choicesOf(patch) })
