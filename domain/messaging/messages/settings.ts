import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid, notFound } from '#platform/core/errors/errors.ts'
import { assertVersion, recordOf } from '#platform/core/records/record.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import {
  read,
  transact,
  type Reader,
  type Transaction,
} from '#platform/core/transactions/transaction.ts'
import type { Tenant } from '#prisma/generated/client.ts'
import { FAMILY_KIND_NAMES, FAMILY_KINDS, isKindOn, type KindChoices } from './family-kinds.ts'
import type { QuietHours, ReminderAnswer } from './rules.ts'
import type { Language } from '../locales/languages.ts'
import type { Formats, TimeFormat } from '../locales/locale-for.ts'
import { plainTextIssues, type WebTerms } from './words/plain-text-issues.ts'
import { readableColour } from './readable-colour.ts'
import { LogoFacts } from './logo/schemas.ts'
import type { Look } from './render.ts'
import type { ChannelTerms } from '../channels/rules.ts'
import {
  FamilyKindSetting,
  KindChoice,
  members,
  MessageSettings,
  PatchMessageSettings,
} from './settings-schemas.ts'

export const getMessageSettings = (ctx: Context): Promise<MessageSettings> =>
  read(ctx, 'message-settings:read', async (reader) => shown(await loadRow(reader)))

/** Changes the settings for future messages. Messages that are waiting keep their time. */
export const patchMessageSettings = (
  ctx: Context,
  { version, patch }: { version: number | undefined; patch: PatchMessageSettings },
): Promise<MessageSettings> =>
  transact(ctx, 'message-settings:write', async (tx) => {
    const before = await lockSettings(tx, version)
    const { language, quietHours, invitations, consentReminderDays, privacyContactEmail } = patch
    const { senderName, replyToEmail, reminderAnswers, holdMinutes, mostPerHour, kinds } = patch
    const { smsSender, whatsappSender, channels } = patch
    if (quietHours && quietHours.startTime === quietHours.endTime)
      throw invalid(
        'quietHours',
        'inverted_range',
        'quietHours starts and ends at the same time. Choose different times.',
      )
    assertLooks(before, patch)
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
        ...columnsOfLooks(patch),
        ...(smsSender !== undefined && { smsSender }),
        ...(whatsappSender !== undefined && { whatsappSender }),
        ...(channels && { messageChannels: channels }),
        ...touched(tx),
      },
    })
    return changedSettings(tx, before, after)
  })

/** The settings, which nobody else changes until the commit. */
export const lockSettings = async (tx: Transaction, version: number | undefined): Promise<Row> => {
  await tx.sql('SELECT 1 FROM tenants WHERE tenant_id = $1 FOR UPDATE', [tx.tenantId])
  const before = await loadRow(tx)
  assertVersion(before, version)
  return before
}

/** Reports a change of the settings, and shows them. */
export const changedSettings = (tx: Transaction, before: Row, after: Row): MessageSettings => {
  tx.changed({ type: 'tenant', id: tx.tenantId }, before, after, {
    before: shown(before),
    after: shown(after),
  })
  return shown(after)
}

const columnsOfLooks = ({ timeFormat, colour, footer, linkHosts }: PatchMessageSettings) => ({
  ...(timeFormat !== undefined && { messageTimeFormat: timeFormat }),
  ...(colour !== undefined && { messageColour: colour }),
  ...(footer !== undefined && { messageFooter: footer }),
  ...(linkHosts && { messageLinkHosts: linkHosts }),
})

/** Refuses a colour that makes the button hard to read, and a footer with markup or foreign addresses. */
const assertLooks = (before: Row, { colour, ...patch }: PatchMessageSettings): void => {
  const readable = colour ? readableColour(colour) : colour
  if (readable && readable !== colour)
    throw invalid(
      'colour',
      'low_contrast',
      `White text on ${colour} is hard to read. The nearest colour that is not is ${readable}.`,
    )
  const { footer, linkHosts, ...addresses } = { ...shown(before), ...patch }
  if (!footer || (!patch.footer && !patch.linkHosts)) return
  const literal = { text: footer, at: { line: 1, column: 1 }, isFollowed: false }
  const issues = plainTextIssues('footer', literal, { linkHosts, emails: emailsOf(addresses) })
  const [issue] = issues
  if (issue) throw new DomainError('validation_failed', `footer: ${issue.message}.`, { issues })
}

const emailsOf = (addresses: Pick<MessageSettings, 'replyToEmail' | 'privacyContactEmail'>) =>
  [addresses.replyToEmail, addresses.privacyContactEmail].filter((email) => email !== null)

/** The centre's settings that affect sending. */
export interface MessagingTerms extends Formats, ChannelTerms {
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
  look: Look
  /** Whether e-mails show a logo: `logo-in-mail.ts` loads it. */
  hasLogo: boolean
  /** What the centre's own texts may contain. */
  web: WebTerms
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
    isAmerican: isAmerican(row),
    timeFormat: row.messageTimeFormat as TimeFormat | null,
    look: { colour: row.messageColour, footer: row.messageFooter },
    hasLogo: row.messageLogo !== null,
    web: { linkHosts: row.messageLinkHosts, emails: emailsOf(addressesOf(row)) },
    ...choicesOf(row),
    senders: { SMS: row.smsSender, WHATSAPP: row.whatsappSender },
    channels: channelsOf(row),
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

const addressesOf = ({ privacyContactEmail, messageReplyToEmail: replyToEmail }: Row) => ({
  privacyContactEmail,
  replyToEmail,
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
/** Whether English has American formats by default. */
const isAmerican = ({ defaultTimeZone, currency }: Row): boolean =>
  currency === 'USD' && /^(?:America|US|Pacific)\//.test(defaultTimeZone)

const channelsOf = (row: Row) => fromJson(members.channels, row.messageChannels ?? {})

const shown = (row: Row): MessageSettings => ({
  ...choicesOf(row),
  invitations: row.invitationsSince !== null,
  consentReminderDays: row.consentReminderDays,
  ...addressesOf(row),
  senderName: row.messageSenderName,
  holdMinutes: row.messageHoldMinutes,
  mostPerHour: row.messagesPerHour,
  kinds: kindsShown(row),
  timeFormat: row.messageTimeFormat as TimeFormat | null,
  colour: row.messageColour,
  footer: row.messageFooter,
  linkHosts: row.messageLinkHosts,
  smsSender: row.smsSender,
  whatsappSender: row.whatsappSender,
  channels: channelsOf(row),
  logo: fromJson(LogoFacts.nullable(), row.messageLogo),
  ...recordOf(row),
})

/** Whether the centre is suspended, and when it was last resumed. */
export const loadStanding = async (
  reader: Reader,
): Promise<Pick<Tenant, 'status' | 'resumedAt'>> => {
  const { status, resumedAt } = await loadRow(reader)
  return { status, resumedAt }
}
