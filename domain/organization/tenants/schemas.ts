import { z } from 'zod'
import { LONGEST_WAIT_HOURS } from '#platform/core/access/may-act-alone.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, timeZone } from '#platform/core/time/time.ts'

/** ISO 4217 codes that are not real money: metals, funds, units of account, test codes. */
const NOT_MONEY = new Set(
  'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(
    ' ',
  ),
)

const CURRENCIES = Intl.supportedValuesOf('currency').filter((code) => !NOT_MONEY.has(code))

/** An ISO 4217 currency, including replaced ones, so that old prices stay readable. */
export const currencyCode = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code, such as EUR' })
    .refine((code) => CURRENCIES.includes(code), {
      error: 'must be an ISO 4217 currency, such as EUR',
    })
    .meta({ example: 'EUR' })

export const CreateTenant = z
  .strictObject({
    name: line(200),
    defaultTimeZone: timeZone().default('UTC').meta({ description: 'IANA time zone.' }),
    currency: currencyCode().default('EUR'),
    isTest: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether this is a test centre, in which no real money moves.' }),
  })
  .meta({
    id: 'CreateTenant',
    example: { name: 'Sunrise Therapy', defaultTimeZone: 'Europe/Berlin', currency: 'EUR' },
  })
export type CreateTenant = z.input<typeof CreateTenant>

/** A centre's own settings. */
export interface TenantSettings {
  id: string
  name: string
  /** The IANA time zone of the centre's own dates. */
  defaultTimeZone: string
  currency: string
  /** Lead times of appointment reminders. */
  reminderOffsetsMinutes: number[]
  /** How long after the start an absent child counts as a no-show. */
  noShowGraceMinutes: number
  /** Applies to new login sessions of people. */
  sessionIdleMinutes: number
  sessionLongestHours: number
  /** Applies to keys that act for people; 0 allows none. */
  delegatedKeyLongestDays: number
  secondFactor: SecondFactor
  agents: AgentMode
  /** The limit for all agents together; null if only the models' limits apply. */
  agentTokensPerDay: number | null
  /** Whether figures of fewer than five records are withheld from callers who may not read clinical records. */
  smallFiguresWithheld: boolean
  /** How many days a replacement payout account must wait before it is paid. */
  payoutCoolingOffDays: number
  /** How many days later a visit that took place can be recorded. */
  lateEntryDays: number
  status: TenantStatus
}

/** SUSPENDED means that owners can read and everything else stops (domain/organization/README.md). */
export const TENANT_STATUS = ['ACTIVE', 'SUSPENDED'] as const
export type TenantStatus = (typeof TENANT_STATUS)[number]

/** What agents may do. PROPOSE is their maximum: they propose actions, which people approve. */
export const AGENT_MODES = ['OFF', 'PROPOSE'] as const
export type AgentMode = (typeof AGENT_MODES)[number]

/** What a sign-in link requires in addition to the link. */
export const SECOND_FACTORS = ['NONE', 'REQUIRED'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]

const members = {
  name: line(200).meta({
    description:
      'Name of the organization. E-mails are signed with it, unless `senderName` is set.',
    example: 'Sunrise Therapy',
  }),
  defaultTimeZone: timeZone().meta({
    description:
      'IANA time zone of dates that have no location, such as birthdays and deadlines. Locations have their own time zones.',
    example: 'Europe/Berlin',
  }),
  currency: currencyCode().meta({
    description:
      'Default currency of prices, as an ISO 4217 code. It can change only while no service, cancellation policy or order uses another currency, because prices are not converted; see `relabelPrices`.',
  }),
  sessionIdleMinutes: z.int().min(5).max(480).meta({
    description:
      'Number of minutes of inactivity after which a person is signed out. A change applies to new sessions.',
    example: 60,
  }),
  sessionLongestHours: z.int().min(1).max(24).meta({
    description:
      'Number of hours after which a person is signed out in any case. A change applies to new sessions.',
    example: 12,
  }),
  delegatedKeyLongestDays: z.int().min(0).max(90).meta({
    description:
      'Maximum lifetime in days of a key with which a program, such as the command line, acts for a person. If 0, no such keys can be created, and existing ones end.',
    example: 30,
  }),
  secondFactor: growing(z.enum(SECOND_FACTORS)).meta({
    description:
      'REQUIRED: people who sign in with a link must also use a passkey or a recovery code, or register their first passkey. Identity providers manage this themselves. A change applies to new sessions.',
    example: 'NONE',
  }),
  signatureStepUpMinutes: z.int().min(1).max(480).nullable().meta({
    description:
      'Number of minutes after a proof of identity during which a person can sign, and can change permissions, sign-in, destinations of money or data, and retention; afterwards they get `step_up_required`. Null: for as long as they are signed in. Changing this setting requires a proof within its previous value.',
    example: null,
  }),
  agents: growing(z.enum(AGENT_MODES)).meta({
    description:
      'OFF: agents do not run, and their proposals cannot be approved. PROPOSE: agents make proposals, and people approve them.',
    example: 'PROPOSE',
  }),
  agentTokensPerDay: z.int().min(1).max(2_000_000_000).nullable().meta({
    description:
      'Daily token limit (UTC) for all configured agents together, in addition to the budgets of the models; null for no limit. When it is exceeded, AGENT nodes fail with `agent_budget_exhausted`.',
    example: null,
  }),
  smallFiguresWithheld: z.boolean().meta({
    description:
      'Whether small figures are withheld from callers who are not allowed to read sessions, because such figures could identify a person. These callers then see analytics only by location and month, without figures of fewer than five records or figures from which such a number could be computed.',
    example: false,
  }),
  payoutCoolingOffDays: z.int().min(0).max(30).meta({
    description:
      'Number of days before a payout account that replaces another one receives payouts, so that an unauthorized change is noticed in time. A change applies to accounts verified from now on.',
    example: 3,
  }),
  lateEntryDays: z.int().min(0).max(366).meta({
    description:
      'Number of days after which a visit that took place can still be recorded as an appointment (`late_entry` in `override`); 0 allows none.',
    example: 30,
  }),
  soleApprovals: z.boolean().meta({
    description:
      'Whether the only person of the centre who has a permission may also do what needs a second person with it, such as approving their own settlement: with a proof of identity that is at most 10 minutes old, and after `soleApprovalsWaitHours`. The record then has `approvedAlone`. It has no effect while another active user has the permission, or had it in the last seven days. Proposals of agents need no wait, and only users who see the whole centre count for them. Co-signatures always need another person. Only a signed-in owner can turn it on, with such a proof.',
    example: false,
  }),
  soleApprovalsWaitHours: z.int().min(1).max(LONGEST_WAIT_HOURS).meta({
    description:
      'With `soleApprovals`, number of hours after the first step before the same person may do the second. It also begins when `soleApprovals` is turned on, or this value is lowered. Erasures always wait 168 hours. Only a signed-in owner can lower it, with a proof of identity that is at most 10 minutes old.',
    example: 24,
  }),
}

/** Settings that other paths change. Each setting can be changed in only one place. */
export const OTHER_SETTINGS = {
  messages: '/v1/message-settings',
  appointmentAutomation: '/v1/appointment-automation',
  retention: '/v1/retention-policy',
}

export const Organization = resourceSchema('Organization', {
  id: idOf('tenant'),
  ...members,
  status: growing(z.enum(TENANT_STATUS)).meta({
    description:
      'Status of the organization. SUSPENDED by the platform’s operator: owners can read, nobody can write, and follow-ups, messages and webhooks wait.',
    example: 'ACTIVE',
  }),
  statusChangedAt: z.iso.datetime().meta({
    description: 'When the current status began, in UTC.',
    example: '2026-11-02T08:00:00Z',
  }),
  booksLockedThroughOn: calendarDate().nullable().meta({
    description:
      'Last locked day of the books; null if nothing is locked. `POST /v1/period-locks` changes it.',
    example: null,
  }),
  statusReason: z.string().nullable().meta({
    description: 'Reason why the organization is suspended; null while it is active.',
    example: null,
  }),
  closesAt: z.iso.datetime().nullable().meta({
    description:
      'When the platform’s operator will remove all records and files of the organization, in UTC; null if this is not planned.',
    example: null,
  }),
  otherSettings: z
    .strictObject({
      messages: z.string().meta({
        description: 'Path of the settings for language, sender and quiet hours of messages.',
      }),
      appointmentAutomation: z
        .string()
        .meta({ description: 'Path of the settings for no-shows, completion and fees.' }),
      retention: z
        .string()
        .meta({ description: 'Path of the settings for how long records are kept.' }),
    })
    .meta({
      description: 'Paths of the other settings of the organization.',
      example: OTHER_SETTINGS,
    }),
  ...recordMembers,
})
export type Organization = z.infer<typeof Organization>

export const PatchOrganization = z
  .strictObject({
    name: members.name.exactOptional(),
    defaultTimeZone: members.defaultTimeZone.exactOptional(),
    currency: members.currency.exactOptional(),
    relabelPrices: z.boolean().exactOptional().meta({
      description:
        'If true, services and cancellation policies in another currency take the new `currency` with the same amounts: 120.00 EUR becomes 120.00 USD. Use it if the organization was created with the wrong currency. Not possible once there are orders in another currency; appointments that are booked already keep their prices.',
      example: true,
    }),
    sessionIdleMinutes: members.sessionIdleMinutes.exactOptional(),
    sessionLongestHours: members.sessionLongestHours.exactOptional(),
    delegatedKeyLongestDays: members.delegatedKeyLongestDays.exactOptional(),
    secondFactor: members.secondFactor.exactOptional(),
    signatureStepUpMinutes: members.signatureStepUpMinutes.exactOptional(),
    agents: members.agents.exactOptional(),
    agentTokensPerDay: members.agentTokensPerDay.exactOptional(),
    smallFiguresWithheld: members.smallFiguresWithheld.exactOptional(),
    payoutCoolingOffDays: members.payoutCoolingOffDays.exactOptional(),
    lateEntryDays: members.lateEntryDays.exactOptional(),
    soleApprovals: members.soleApprovals.exactOptional(),
    soleApprovalsWaitHours: members.soleApprovalsWaitHours.exactOptional(),
  })
  .meta({ id: 'PatchOrganization', example: { sessionIdleMinutes: 30, sessionLongestHours: 10 } })
export type PatchOrganization = z.infer<typeof PatchOrganization>
