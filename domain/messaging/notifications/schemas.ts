import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { line, recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { WORKLIST_KINDS } from '../worklist/worklist-kinds.ts'
import { DELIVERIES } from './rules.ts'

const kind = growing(z.enum(WORKLIST_KINDS)).meta({
  description: 'Kind of entries in the worklist.',
  example: 'NOTE_TO_COSIGN',
})
const delivery = growing(z.enum(DELIVERIES)).meta({
  description:
    'AT_ONCE: within a minute. HOURLY: at the next full hour. DAILY: at `digestTime`. NONE: no e-mail; the entry is only in the worklist. What goes out at the same time is one e-mail.',
  example: 'DAILY',
})
const role = line(100).meta({
  description: 'Role of the platform, or ID of a role of the centre.',
  example: 'SUPERVISOR',
})
const digestTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a local time, such as 08:00' })
  .meta({
    description: 'When daily e-mails go out, as HH:MM in the time zone of the centre.',
    example: '08:00',
  })

const Notification = z
  .strictObject({
    kind,
    delivery,
    chosenBy: growing(z.enum(['USER', 'CENTRE', 'PLATFORM'])).meta({
      description:
        'Whose choice this is: the user’s, the centre’s for one of the user’s roles, or the default.',
      example: 'PLATFORM',
    }),
  })
  .meta({ id: 'Notification' })

export const UserNotifications = resourceSchema('UserNotifications', {
  userId: idOf('user').meta({ description: 'The user.' }),
  notifications: z
    .array(Notification)
    .meta({ description: 'When the user is told, for each kind of entry.' }),
})
export type UserNotifications = z.infer<typeof UserNotifications>

export const PatchUserNotifications = resourceSchema('PatchUserNotifications', {
  notifications: z
    .array(
      z.strictObject({
        kind,
        delivery: delivery.nullable().meta({
          description: 'The user’s choice; null to follow the centre again.',
        }),
      }),
    )
    .max(WORKLIST_KINDS.length)
    .meta({ description: 'The choices that change. Other kinds keep theirs.' }),
})
export type PatchUserNotifications = z.infer<typeof PatchUserNotifications>

const RoleChoice = z.strictObject({ role, kind, delivery }).meta({ id: 'NotificationChoice' })

export const NotificationSettings = resourceSchema('NotificationSettings', {
  digestTime,
  defaults: z
    .array(z.strictObject({ kind, delivery }))
    .meta({ description: 'When people are told unless the centre or they themselves chose.' }),
  roles: z.array(RoleChoice).meta({ description: 'What the centre chose for its roles.' }),
  ...recordMembers,
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const PatchNotificationSettings = resourceSchema('PatchNotificationSettings', {
  digestTime: digestTime.exactOptional(),
  roles: z
    .array(
      z.strictObject({
        role,
        kind,
        delivery: delivery.nullable().meta({
          description: 'The centre’s choice for the role; null to remove it.',
        }),
      }),
    )
    .max(500)
    .exactOptional()
    .meta({ description: 'The choices that change. Others stay.' }),
})
export type PatchNotificationSettings = z.infer<typeof PatchNotificationSettings>
