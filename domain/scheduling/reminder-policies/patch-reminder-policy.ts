import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { choicesOf, reminderPolicyRecord } from './record.ts'
import type { PatchReminderPolicy } from './schemas.ts'

/**
 * Changes a policy. The change takes effect when an appointment's next step is planned; sent reminders are not
 * affected.
 */
export const patchReminderPolicy = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchReminderPolicy },
) => changeRecord(ctx, ref, reminderPolicyRecord, { fields: () => choicesOf(patch) })
