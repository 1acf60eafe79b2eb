import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { Context } from '#platform/core/context/context.ts'
import { email } from '#platform/core/contact/contact.ts'
import { invalid, notFound } from '#platform/core/errors/errors.ts'
import { assertVersion, line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { read, transact, type Reader } from '#platform/core/transactions/transaction.ts'
import type { Tenant } from '#prisma/generated/client.ts'
import {
  FAMILY_KIND_NAMES,
  FAMILY_KINDS,
  isKindOn,
  OPTIONAL_KINDS,
  type FamilyKindName,
  type KindChoices,
} from './family-kinds.ts'
import { REMINDER_ANSWERS, type QuietHours, type ReminderAnswer } from './rules.ts'
import { LANGUAGES, type Language } from '../locales/languages.ts'

const time = (example: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a local time, such as 21:00' })
    .meta({ example })

export const QuietHoursSchema = z.strictObject({
  startTime: time('21:00').meta({
    description: 'Local time at which quiet hours begin, as HH:MM.',
  }),
  endTime: time('07:00').meta({
    description:
      'Local time at which quiet hours end, as HH:MM. If it is earlier than the start, they end on the next day.',
  }),
})

const FamilyKindSetting = z.strictObject({
  kind: growing(z.enum(FAMILY_KIND_NAMES)).meta({ description: 'Kind of message.' }),
  description: z.string().meta({
    description: 'When messages of this kind are sent.',
    example: FAMILY_KINDS.APPOINTMENT_REMINDER.description,
  }),
  enabled: z.boolean().meta({ description: 'Whether the centre sends messages of this kind.' }),
  enabledByDefault: z.boolean().meta({
    description: 'Whether a centre sends them that has not decided.',
    example: true,
  }),
  optional: z.boolean().meta({
    description: 'Whether the centre can turn the kind off.',
    example: true,
  }),
})

const KindChoice = z
  .strictObject({
    kind: z.enum(OPTIONAL_KINDS as [FamilyKindName, ...FamilyKindName[]]).meta({
      description: 'Kind of message that is optional.',
      example: 'APPOINTMENT_BOOKED',
    }),
    enabled: z.boolean().nullable().meta({
      description: 'Whether to send messages of this kind; null restores the default.',
      example: true,
    }),
  })
  .meta({ id: 'FamilyKindChoice', example: { kind: 'APPOINTMENT_BOOKED', enabled: true } })

const members = {
  language: growing(z.enum(LANGUAGES)).meta({
    description: 'Language, as a BCP 47 tag.',
    example: 'de',
  }),
  quietHours: QuietHoursSchema.nullable().meta({
    description:
      'Local times between which nothing is sent. Messages wait until the quiet hours end. The time zone is that of the location or, without a location, of the centre.',
  }),
  invitations: z.boolean().meta({
    description:
      'Whether guardians and the provider get a calendar invitation by e-mail when an appointment is booked, moved or cancelled. A change applies to new bookings. Guardians are notified of moved and cancelled appointments even without invitations; see `kinds`.',
    example: true,
  }),
  consentReminderDays: z
    .array(z.int().min(1).max(365))
    .max(5)
    .refine((days) => new Set(days).size === days.length, { error: 'must not repeat a day' })
    .meta({
      description:
        'Numbers of days before a consent expires on which guardians are reminded. A change applies to consents recorded or changed afterwards.',
      example: [30, 7],
    }),
  reminderAnswers: z
    .array(growing(z.enum(REMINDER_ANSWERS)))
    .max(REMINDER_ANSWERS.length)
    .refine((answers) => new Set(answers).size === answers.length, {
      error: 'must not repeat an answer',
    })
    .meta({
      description:
        'What families can do on the page that a reminder links to. CONFIRM: say that they come. CANCEL: cancel; a fee according to the cancellation policy is shown first. RESCHEDULE: choose another free time of the same provider, while cancelling would be free of charge. If empty, reminders have no link.',
      example: ['CONFIRM', 'CANCEL', 'RESCHEDULE'],
    }),
  privacyContactEmail: email().nullable().meta({
    description: 'E-mail address that is notified when records outside a caseload are opened.',
    example: 'privacy@example.com',
  }),
  senderName: line(100).nullable().meta({
    description:
      'Name of the sender and signature of e-mails; null to use the name of the organization.',
    example: 'Sunrise Therapy, Berlin',
  }),
  replyToEmail: email().nullable().meta({
    description: 'Reply address of e-mails; null to use the address from which the platform sends.',
    example: 'office@example.com',
  }),
  holdMinutes: z.int().min(0).max(60).meta({
    description:
      'Minutes for which the notice of a moved appointment, or of a fee, waits. If the change is taken back meanwhile, nobody is notified. Several changes within this time are one e-mail. The wait is shorter if the appointment begins soon.',
    example: 2,
  }),
  mostPerHour: z.int().min(1).max(1000).meta({
    description:
      'Number of messages that one person can get within an hour. More of them wait, with the reason `too_many`, until somebody releases or drops them.',
    example: 20,
  }),
}

export const MessageSettings = resourceSchema('MessageSettings', {
  ...members,
  kinds: z.array(FamilyKindSetting).meta({
    description: 'All kinds of messages to families, and whether the centre sends them.',
  }),
  ...recordMembers,
})
export type MessageSettings = z.infer<typeof MessageSettings>

export const PatchMessageSettings = z
  .strictObject({
    language: members.language.exactOptional(),
    quietHours: members.quietHours.exactOptional(),
    invitations: members.invitations.exactOptional(),
    consentReminderDays: members.consentReminderDays.exactOptional(),
    reminderAnswers: members.reminderAnswers.exactOptional(),
    privacyContactEmail: members.privacyContactEmail.exactOptional(),
    senderName: members.senderName.exactOptional(),
    replyToEmail: members.replyToEmail.exactOptional(),
    holdMinutes: members.holdMinutes.exactOptional(),
    mostPerHour: members.mostPerHour.exactOptional(),
    kinds: z.array(KindChoice).max(OPTIONAL_KINDS.length).exactOptional().meta({
      description: 'Kinds to turn on or off. Kinds that you omit stay unchanged.',
    }),
  })
  .meta({
    id: 'PatchMessageSettings',
    example: { quietHours: { startTime: '20:00', endTime: '08:00' } },
  })
export type PatchMessageSettings = z.infer<typeof PatchMessageSettings>

export const getMessageSettings = (ctx: Context): Promise<MessageSettings> =>
  read(ctx, 'message-settings:read', async (reader) => shown(await loadRow(reader)))

/** Changes the settings for future messages. Messages that are waiting keep their time. */
export const patchMessageSettings = (
  ctx: Context,
  { version, patch }: { version: number | undefined; patch: PatchMessageSettings },
): Promise<MessageSettings> =>
  transact(ctx, 'message-settings:write', async (tx) => {
    await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
    const before = await loadRow(tx)
    assertVersion(before, version)
    const { language, quietHours, invitations, consentReminderDays, privacyContactEmail } = patch
    const { senderName, replyToEmail, reminderAnswers, holdMinutes, mostPerHour, kinds } = patch
    if (quietHours && quietHours.startTime === quietHours.endTime)
      throw invalid(
        'quietHours',
        'inverted_range',
        'quietHours starts and ends at the same time. Choose different times.',
      )
    const after = await tx.db.tenant.update({
      where: { id: tx.tenantId },
      data: {
        ...(language && { messageLanguage: language }),
        ...(consentReminderDays && { consentReminderDays }),
        ...(reminderAnswers && { reminderAnswers }),
        ...(quietHours !== undefined && {
          quietHoursStartTime: quietHours?.startTime ?? null,
          quietHoursEndTime: quietHours?.endTime ?? null,
        }),
        ...(invitations !== undefined && {
          invitationsSince: invitations ? (before.invitationsSince ?? tx.now) : null,
        }),
        ...(privacyContactEmail !== undefined && { privacyContactEmail }),
        ...(senderName !== undefined && { messageSenderName: senderName }),
        ...(replyToEmail !== undefined && { messageReplyToEmail: replyToEmail }),
        ...(holdMinutes !== undefined && { messageHoldMinutes: holdMinutes }),
        ...(mostPerHour !== undefined && { messagesPerHour: mostPerHour }),
        ...(kinds && { messageKinds: { ...chosenIn(before), ...choicesFrom(kinds) } }),
        ...touched(tx),
      },
    })
    tx.changed({ type: 'tenant', id: tx.tenantId }, before, after, {
      before: shown(before),
      after: shown(after),
    })
    return shown(after)
  })

/** The centre's settings that affect sending. */
export interface MessagingTerms {
  /** The centre's name as shown in messages. */
  centre: string
  replyTo: string | null
  timeZone: string
  language: Language
  quietHours: QuietHours | null
  reminderAnswers: readonly ReminderAnswer[]
  kinds: KindChoices
  holdMinutes: number
  mostPerHour: number
}

export const loadMessagingTerms = async (reader: Reader): Promise<MessagingTerms> => {
  const row = await loadRow(reader)
  return {
    centre: row.messageSenderName ?? row.name,
    replyTo: row.messageReplyToEmail,
    timeZone: row.defaultTimeZone,
    kinds: chosenIn(row),
    holdMinutes: row.messageHoldMinutes,
    mostPerHour: row.messagesPerHour,
    ...choicesOf(row),
  }
}

const loadRow = async (reader: Reader) => {
  const row = await reader.db.tenant.findFirst({ where: { id: reader.tenantId } })
  if (!row) throw notFound('tenant')
  return row
}

type Row = Awaited<ReturnType<typeof loadRow>>

const choicesOf = ({
  messageLanguage,
  quietHoursStartTime: startTime,
  quietHoursEndTime: endTime,
  reminderAnswers,
}: Row) => ({
  language: messageLanguage as Language,
  quietHours: startTime !== null && endTime !== null ? { startTime, endTime } : null,
  reminderAnswers: reminderAnswers as ReminderAnswer[],
})

/** What the centre decided about kinds of messages, as stored. */
const chosenIn = (row: Pick<Row, 'messageKinds'>): KindChoices =>
  fromJson(z.record(z.string(), z.boolean()), row.messageKinds)

/** A kind without a decision is stored as undefined, which leaves it out of the JSON. */
const choicesFrom = (kinds: readonly z.infer<typeof KindChoice>[]) =>
  Object.fromEntries(kinds.map(({ kind, enabled }) => [kind, enabled ?? undefined]))

const kindsShown = (row: Row): z.infer<typeof FamilyKindSetting>[] =>
  FAMILY_KIND_NAMES.map((kind) => {
    const { description, isDefault, isOptional } = FAMILY_KINDS[kind]
    const enabled = isKindOn(chosenIn(row), kind)
    return { kind, description, enabled, enabledByDefault: isDefault, optional: isOptional }
  })

const shown = (row: Row): MessageSettings => ({
  ...choicesOf(row),
  invitations: row.invitationsSince !== null,
  consentReminderDays: row.consentReminderDays,
  privacyContactEmail: row.privacyContactEmail,
  senderName: row.messageSenderName,
  replyToEmail: row.messageReplyToEmail,
  holdMinutes: row.messageHoldMinutes,
  mostPerHour: row.messagesPerHour,
  kinds: kindsShown(row),
  ...recordOf(row),
})

/** Whether the centre is suspended, and when it was last resumed. */
export const loadStanding = async (
  reader: Reader,
): Promise<Pick<Tenant, 'status' | 'resumedAt'>> => {
  const { status, resumedAt } = await loadRow(reader)
  return { status, resumedAt }
}
