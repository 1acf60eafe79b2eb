import { Temporal } from 'temporal-polyfill'
import { invalid } from '#platform/core/errors/errors.ts'

export const Timing = ['ONCE', 'EVERY', 'AT_AGE'] as const
export type Timing = (typeof Timing)[number]

/** When: `on` is the date, or the first of several; `months` are between them, or the age. */
export interface When {
  timing: Timing
  startsOn: string | null
  months: number | null
}

const NEEDS = {
  ONCE: { startsOn: true, months: false },
  EVERY: { startsOn: true, months: true },
  AT_AGE: { startsOn: false, months: true },
} as const

/** Whether what a timing needs is there, and nothing else. */
export const assertWhen = (when: When): void => {
  for (const member of ['startsOn', 'months'] as const) {
    const needed = NEEDS[when.timing][member]
    if (needed && when[member] === null)
      throw invalid(member, 'required', `${when.timing} needs ${member}.`)
    if (!needed && when[member] !== null)
      throw invalid(member, 'not_allowed', `${when.timing} has no ${member}.`)
  }
}

/**
 * The day on which a child is due. From time to time counts from the day of the last one: assessed
 * late, the next one is not early.
 */
export const dueOnOf = (
  { timing, startsOn, months }: When,
  { birthDate, lastOn }: { birthDate: string; lastOn: string | null },
): string => {
  if (timing === 'AT_AGE') return plusMonths(birthDate, months!)
  return timing === 'EVERY' && lastOn !== null ? plusMonths(lastOn, months!) : startsOn!
}

/** A day that a month does not have is its last. */
const plusMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }).toString()
