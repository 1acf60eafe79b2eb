import { Temporal } from 'temporal-polyfill'

/** Maximum number of appointments per request, because each is locked, moved and audited separately. */
export const MOST_APPOINTMENTS = 200

/** The instant at which it is the same local time in another zone. A skipped time becomes the next one that exists. */
export const sameLocalTime = (instant: Date, from: string, to: string): Date => {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(from)
    .toPlainDateTime()
  return new Date(local.toZonedDateTime(to).epochMilliseconds)
}
