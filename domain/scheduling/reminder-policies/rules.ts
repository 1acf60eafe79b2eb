import type { TextChannel } from '#providers/texting/index.ts'
import type { QuietHours } from '#messaging/messages/rules.ts'
import type { Language } from '#messaging/locales/languages.ts'

/** Channels for reminders other than texts. */
export const REMINDER_CHANNELS = ['EMAIL'] as const
type ReminderChannel = (typeof REMINDER_CHANNELS)[number]

/** The times, the channel and the language of reminders. */
export interface ReminderTerms {
  offsetsMinutes: readonly number[]
  channels: readonly ReminderChannel[]
  /** Tried before the others, in this order. */
  textChannels: readonly TextChannel[]
  quietHours: QuietHours | null
  language: Language
}

/** The terms of a policy. Null leaves a term to the less specific policy. */
export type ReminderChoices = { [Field in keyof ReminderTerms]: ReminderTerms[Field] | null }

/** Merges terms field by field. The last policy is the most specific and takes precedence. */
export const termsOf = (
  base: ReminderTerms,
  ...policies: readonly (ReminderChoices | undefined)[]
): ReminderTerms =>
  policies.reduce<ReminderTerms>(
    (terms, policy) => ({
      offsetsMinutes: policy?.offsetsMinutes ?? terms.offsetsMinutes,
      channels: policy?.channels ?? terms.channels,
      textChannels: policy?.textChannels ?? terms.textChannels,
      quietHours: policy?.quietHours ?? terms.quietHours,
      language: policy?.language ?? terms.language,
    }),
    base,
  )

/** The terms for an appointment: those of its service, and those of guardians with their own. */
export interface Reminding {
  general: ReminderTerms
  guardians: ReadonlyMap<string, ReminderTerms>
  /** The languages of guardians' own policies, which precede the language of the person. */
  languages: ReadonlyMap<string, Language>
}

/** All times at which somebody gets a reminder. */
export const offsetsOf = ({ general, guardians }: Omit<Reminding, 'languages'>): number[] => [
  ...new Set([general, ...guardians.values()].flatMap(({ offsetsMinutes }) => offsetsMinutes)),
]
