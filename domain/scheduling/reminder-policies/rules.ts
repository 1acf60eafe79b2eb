import type { QuietHours } from '#messaging/messages/rules.ts'
import type { Language } from '#messaging/locales/languages.ts'

/** How people can be reminded. */
export const REMINDER_CHANNELS = ['EMAIL'] as const
type ReminderChannel = (typeof REMINDER_CHANNELS)[number]

/** When, how and in which language somebody is reminded. */
export interface ReminderTerms {
  offsetsMinutes: readonly number[]
  channels: readonly ReminderChannel[]
  quietHours: QuietHours | null
  language: Language
}

/** What a policy says; null where it leaves it to a less specific one. */
export type ReminderChoices = { [Field in keyof ReminderTerms]: ReminderTerms[Field] | null }

/** The most specific policy comes last, and wins field by field where it says something. */
export const termsOf = (
  base: ReminderTerms,
  ...policies: readonly (ReminderChoices | undefined)[]
): ReminderTerms =>
  policies.reduce<ReminderTerms>(
    (terms, policy) => ({
      offsetsMinutes: policy?.offsetsMinutes ?? terms.offsetsMinutes,
      channels: policy?.channels ?? terms.channels,
      quietHours: policy?.quietHours ?? terms.quietHours,
      language: policy?.language ?? terms.language,
    }),
    base,
  )

/** The terms of an appointment: those of its service, and of each guardian who has their own. */
export interface Reminding {
  general: ReminderTerms
  guardians: ReadonlyMap<string, ReminderTerms>
}

/** Every time at which somebody is to be reminded. */
export const offsetsOf = ({ general, guardians }: Reminding): number[] => [
  ...new Set([general, ...guardians.values()].flatMap(({ offsetsMinutes }) => offsetsMinutes)),
]
