import type { QuietHours } from '#messaging/messages/rules.ts'
import type { Language } from '#messaging/locales/languages.ts'

/** Reminder channels. */
export const REMINDER_CHANNELS = ['EMAIL'] as const
type ReminderChannel = (typeof REMINDER_CHANNELS)[number]

/** Time, channel and language of reminders. */
export interface ReminderTerms {
  offsetsMinutes: readonly number[]
  channels: readonly ReminderChannel[]
  quietHours: QuietHours | null
  language: Language
}

/** A policy's terms; null leaves it to a less specific one. */
export type ReminderChoices = { [Field in keyof ReminderTerms]: ReminderTerms[Field] | null }

/** Merged field by field; the last, most specific policy takes precedence. */
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

/** An appointment's terms: by service, and by guardian with their own. */
export interface Reminding {
  general: ReminderTerms
  guardians: ReadonlyMap<string, ReminderTerms>
}

/** All times with a reminder for somebody. */
export const offsetsOf = ({ general, guardians }: Reminding): number[] => [
  ...new Set([general, ...guardians.values()].flatMap(({ offsetsMinutes }) => offsetsMinutes)),
]
