import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { Trigger } from '../definitions/triggers.ts'

type Schedule = Extract<Trigger, { type: 'SCHEDULE' }>

/** The next time of a schedule after an instant; null if there is none. Pure. */
export const nextRunAt = (
  { recurrence, startsOn, startTime, timeZone }: Schedule,
  { after, centreTimeZone }: { after: Date; centreTimeZone: string },
): Date | null => {
  const zone = timeZone ?? centreTimeZone
  // Days are computed without a time of day, so that a rule gives the same days in every zone and season.
  const days = new RRuleTemporal({
    rruleString: recurrence,
    dtstart: Temporal.PlainDate.from(startsOn).toZonedDateTime('UTC'),
    temporal: Temporal,
  })
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime())
  const eve = from.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 })
  for (
    let day = days.next(new Date(eve.toZonedDateTime('UTC').epochMilliseconds), true);
    day !== null;
    day = days.next(new Date(day.epochMilliseconds), false)
  ) {
    const at = day.toPlainDate().toPlainDateTime(startTime).toZonedDateTime(zone)
    if (at.epochMilliseconds > after.getTime()) return new Date(at.epochMilliseconds)
  }
  return null
}
