import { Temporal } from 'temporal-polyfill'
import { invalid } from '#platform/core/errors/errors.ts'

export const Timing = ['ONCE', 'EVERY', 'AT_AGE'] as const
export type Timing = (typeof Timing)[number]

/** When assessments are due. `on` is the date, or the first of several; `months` is the interval or the age. */
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

/** Checks that a timing has exactly the members that it requires. */
export const assertWhen = (when: When): void => {
  for (const member of ['startsOn', 'months'] as const) {
    const needed = NEEDS[when.timing][member]
    if (needed && when[member] === null)
      throw invalid(member, 'required', `${when.timing} needs ${member}.`)
    if (!needed && when[member] !== null)
      throw invalid(member, 'not_allowed', `${member} is not allowed with ${when.timing}. Omit it.`)
  }
}

/**
 * The day on which a child is due. Intervals count from the last assessment, so that a late one does not make
 * the next one early.
 */
export const dueOnOf = (
  { timing, startsOn, months }: When,
  { birthDate, lastOn }: { birthDate: string; lastOn: string | null },
): string => {
  if (timing === 'AT_AGE') return plusMonths(birthDate, months!)
  return timing === 'EVERY' && lastOn !== null ? plusMonths(lastOn, months!) : startsOn!
}

/** If the month has no such day, its last day is used. */
const plusMonths = (date: string, months: number): string =>
  Temporal.PlainDate.from(date).add({ months }).toString()
