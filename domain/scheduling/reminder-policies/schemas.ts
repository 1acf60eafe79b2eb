import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { ReminderPolicy as PolicyModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { QuietHoursSchema } from '#messaging/messages/settings-schemas.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { TEXT_CHANNELS } from '#providers/texting/index.ts'
import { REMINDER_CHANNELS } from './rules.ts'

const MAX_OFFSET_MINUTES = 60 * 24 * 60

const members = {
  offsetsMinutes: z
    .array(z.int().min(5).max(MAX_OFFSET_MINUTES))
    .max(5)
    .nullable()
    .meta({
      description: 'Minutes before the start at which reminders are sent; empty for no reminders.',
      example: [2880, 120],
    }),
  channels: z
    .array(z.enum(REMINDER_CHANNELS))
    .max(REMINDER_CHANNELS.length)
    .nullable()
    .meta({
      description:
        'Channels for reminders. If empty, and without textChannels, nothing is sent except the event appointment.reminder_due.',
      example: ['EMAIL'],
    }),
  textChannels: z
    .array(growing(z.enum(TEXT_CHANNELS)))
    .max(TEXT_CHANNELS.length)
    .nullable()
    .meta({
      description:
        'Channels for texts, which are tried first, in this order: a guardian who did not agree to them is reminded by `channels` instead.',
      example: ['SMS'],
    }),
  quietHours: QuietHoursSchema.nullable().meta({
    description:
      'Local times between which no reminder is sent, in the time zone of the location. In a guardian’s policy, a reminder waits until the quiet hours end, or is skipped if that is too late.',
  }),
  language: growing(z.enum(LANGUAGES))
    .nullable()
    .meta({ description: 'Language, as a BCP 47 tag.', example: 'de' }),
}

export const ReminderPolicy = resourceSchema('ReminderPolicy', {
  id: idOf('reminderPolicy'),
  serviceId: idOf('service').nullable(),
  clientId: idOf('client').nullable().meta({ example: null }),
  ...members,
  ...archivableMembers,
})
export type ReminderPolicy = z.infer<typeof ReminderPolicy>

const optional = {
  offsetsMinutes: members.offsetsMinutes.exactOptional(),
  channels: members.channels.exactOptional(),
  textChannels: members.textChannels.exactOptional(),
  quietHours: members.quietHours.exactOptional(),
  language: members.language.exactOptional(),
}

export const CreateReminderPolicy = z
  .strictObject({
    serviceId: idOf('service')
      .exactOptional()
      .meta({ description: 'Service to which the policy applies.' }),
    clientId: idOf('client').exactOptional().meta({
      description:
        'Guardian to whom the policy applies, for every service. Cannot be combined with serviceId.',
    }),
    ...optional,
  })
  .meta({
    id: 'CreateReminderPolicy',
    example: { serviceId: exampleId('service'), offsetsMinutes: [1440], language: 'de' },
  })
export type CreateReminderPolicy = z.infer<typeof CreateReminderPolicy>

export const PatchReminderPolicy = z
  .strictObject(optional)
  .meta({ id: 'PatchReminderPolicy', example: { offsetsMinutes: [1440, 120] } })
export type PatchReminderPolicy = z.infer<typeof PatchReminderPolicy>

export const toReminderPolicy = (row: PolicyModel): ReminderPolicy => ({
  id: row.id,
  serviceId: row.serviceId,
  clientId: row.clientId,
  offsetsMinutes: fromJson(ReminderPolicy.shape.offsetsMinutes, row.offsetsMinutes),
  channels: fromJson(ReminderPolicy.shape.channels, row.channels),
  textChannels: fromJson(ReminderPolicy.shape.textChannels, row.textChannels),
  quietHours: fromJson(ReminderPolicy.shape.quietHours, row.quietHours),
  language: row.language as ReminderPolicy['language'],
  ...archivableOf(row),
})
