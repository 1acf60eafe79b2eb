import { Temporal } from 'temporal-polyfill'
import { invalid } from '../core/errors.ts'

/** Refuses a date that has not come yet where the centre is. */
export const assertNotInFuture = (
  path: string,
  date: string | undefined,
  { now, zone }: { now: Date; zone: string },
): void => {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
  if (date === undefined || Temporal.PlainDate.compare(date, today) <= 0) return
  throw invalid(path, 'in_the_future', `${path} is after today, ${today.toString()}.`)
}
