import type { Prisma, ReminderPolicy as PolicyModel } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadReminderPolicy } from './queries.ts'
import { toReminderPolicy, type PatchReminderPolicy, type ReminderPolicy } from './schemas.ts'

/** How a reminder policy is loaded, written and shown by the verbs that change it. */
export const reminderPolicyRecord: ArchivableKind<
  PolicyModel,
  Prisma.ReminderPolicyUncheckedUpdateInput,
  ReminderPolicy
> = {
  type: 'reminderPolicy',
  table: 'reminder_policies',
  permission: 'reminder-policies:write',
  load: loadReminderPolicy,
  update: (tx, id, data) => tx.db.reminderPolicy.update({ where: keyOf(tx, id), data }),
  show: toReminderPolicy,
  ...archivable,
}

/** The stored terms of a policy. */
export const choicesOf = ({
  offsetsMinutes,
  channels,
  textChannels,
  quietHours,
  language,
}: PatchReminderPolicy) => {
  if (quietHours && quietHours.startTime === quietHours.endTime)
    throw invalid(
      'quietHours',
      'inverted_range',
      'quietHours starts and ends at the same time. Choose different times.',
    )
  return {
    ...(offsetsMinutes !== undefined && {
      offsetsMinutes: jsonOrNull(offsetsMinutes && [...new Set(offsetsMinutes)]),
    }),
    ...(channels !== undefined && { channels: jsonOrNull(channels && [...new Set(channels)]) }),
    ...(textChannels !== undefined && {
      textChannels: jsonOrNull(textChannels && [...new Set(textChannels)]),
    }),
    ...(quietHours !== undefined && { quietHours: jsonOrNull(quietHours) }),
    ...(language !== undefined && { language }),
  }
}
