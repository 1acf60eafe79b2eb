import { Temporal } from 'temporal-polyfill'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { dateColumn, DAY_MS } from '#platform/core/time/time.ts'

/** Refuses a date that is in the future at the centre. */
export const assertNotInFuture = (
  path: string,
  date: string | undefined,
  { now, timeZone }: { now: Date; timeZone: string },
): void => {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  if (date === undefined || Temporal.PlainDate.compare(date, today) <= 0) return
  throw invalid(path, 'in_the_future', `${path} must not be later than today, ${today.toString()}.`)
}

/** Refuses changes of a record that was merged into another. */
export const assertUnmerged = ({ mergedIntoId }: { mergedIntoId: string | null }): void => {
  if (mergedIntoId === null) return
  throw new DomainError(
    'child_merged',
    `The child was merged into ${mergedIntoId}. Use that record.`,
    {
      extra: { mergedIntoId },
    },
  )
}

/**
 * Refuses something new for a child who was discharged. What begins at `startsAt` is refused only if care has
 * ended by then: the last visits can still be moved.
 */
export const assertInCare = (
  { dischargedAt }: { dischargedAt: Date | null },
  startsAt?: Date,
): void => {
  if (dischargedAt === null || (startsAt && startsAt < dischargedAt)) return
  throw new DomainError(
    'child_discharged',
    `The child was discharged: care ends at ${dischargedAt.toISOString()}. To begin something new, readmit the child first with POST /v1/children/{id}/readmit.`,
    { extra: { dischargedAt: dischargedAt.toISOString() } },
  )
}

/** Birth dates that differ by a plausible typing error: a day off, one wrong digit, or day and month swapped. */
export const similarDates = (date: string): string[] => {
  const day = dateColumn(date).getTime()
  const dayOff = [-DAY_MS, DAY_MS].map((off) => new Date(day + off).toISOString().slice(0, 10))
  const [year, month, dayOfMonth] = date.split('-')
  const digitWrong = date
    .split('')
    .flatMap((digit, at) =>
      digit === '-'
        ? []
        : '0123456789'.split('').map((other) => date.slice(0, at) + other + date.slice(at + 1)),
    )
  const all = [...dayOff, `${year}-${dayOfMonth}-${month}`, ...digitWrong]
  return [...new Set(all)].filter((it) => it !== date && isDate(it))
}

const isDate = (text: string): boolean => {
  const date = dateColumn(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text >= '1900'
}

/** The words of a normalized name, longest first; at most three. */
export const searchWords = (searchText: string): string[] =>
  searchText
    .split(' ')
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 3)
