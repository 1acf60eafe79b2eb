import { Temporal } from 'temporal-polyfill'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { type AppointmentStatus } from '../../slots/appointment-status.ts'
import { isZone, MINUTE_MS } from '#platform/core/time/time.ts'
import { InvalidRow, type Source } from './fields.ts'

/** The words that files may use for each status. */
const STATUSES: Record<string, AppointmentStatus> = {
  booked: 'CONFIRMED',
  confirmed: 'CONFIRMED',
  tentative: 'CONFIRMED',
  completed: 'COMPLETED',
  no_show: 'NO_SHOW',
  cancelled: 'CANCELLED',
  canceled: 'CANCELLED',
}

const LONGEST_MINUTES = 1440
const SHORTEST_MINUTES = 5

/** The appointment type in a row, if given. */
export const typeOf = ({ type }: Source): AppointmentType | undefined => {
  if (!type) return undefined
  const plain = type.toUpperCase().replaceAll(/[\s-]+/g, '_')
  const found = AppointmentType.find((one) => one === plain)
  if (found) return found
  throw new InvalidRow('type', 'unknown', `type must be one of ${AppointmentType.join(', ')}.`)
}

/** The start in a row: an instant with an offset, or a local time in its zone. */
export const startOf = ({ start, time_zone: own }: Source, timeZone: string): Date => {
  if (!start) throw new InvalidRow('start', 'required', 'start is missing. Add a start time.')
  return instantOf(start, 'start', own, timeZone)
}

/** The minutes in a row, otherwise those of its service. */
export const durationOf = (
  source: Source,
  startsAt: Date,
  timeZone: string,
): number | undefined => {
  const { duration, end } = source
  if (!duration && !end) return undefined
  const minutes = duration
    ? Number(duration)
    : (instantOf(end!, 'end', source.time_zone, timeZone).getTime() - startsAt.getTime()) /
      MINUTE_MS
  if (Number.isInteger(minutes) && minutes >= SHORTEST_MINUTES && minutes <= LONGEST_MINUTES)
    return minutes
  throw new InvalidRow(
    duration ? 'duration' : 'end',
    'out_of_range',
    `The duration must be ${SHORTEST_MINUTES} to ${LONGEST_MINUTES} whole minutes.`,
  )
}

/** By default, past appointments took place, and future ones are confirmed. */
export const statusOf = ({ status }: Source, startsAt: Date, now: Date): AppointmentStatus => {
  const said = status ? STATUSES[status.toLowerCase().replaceAll(/[\s-]+/g, '_')] : 'CONFIRMED'
  if (!said) {
    const words = Object.keys(STATUSES).join(', ')
    throw new InvalidRow('status', 'unknown', `status must be one of ${words}.`)
  }
  const isPast = startsAt <= now
  if (said === 'CONFIRMED') return isPast ? 'COMPLETED' : 'CONFIRMED'
  if (!isPast && said !== 'CANCELLED')
    throw new InvalidRow(
      'status',
      'in_the_future',
      'The start is in the future, but the status says that the appointment has taken place. Correct one of them.',
    )
  return said
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(:\d{2})?)$/
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i
const YEARS = { first: 1900, last: 2200 }

const instantOf = (
  text: string,
  field: 'start' | 'end',
  own: string | undefined,
  otherwise: string,
): Date => {
  const date = WITH_OFFSET.test(text)
    ? new Date(text.replace(' ', 'T'))
    : localInstant(text, field, own ?? otherwise)
  const year = date.getUTCFullYear()
  if (year >= YEARS.first && year < YEARS.last) return date
  throw malformed(field)
}

const malformed = (field: 'start' | 'end') =>
  new InvalidRow(
    field,
    'malformed',
    `${field} must be a time such as 2026-12-01 10:00 or 2026-12-01T10:00:00+01:00.`,
  )

/** A local time that occurs twice means the first, as in a series. */
const localInstant = (text: string, field: 'start' | 'end', timeZone: string): Date => {
  const [, date, time] = LOCAL.exec(text) ?? []
  if (!date || !time) throw malformed(field)
  if (!isZone(timeZone))
    throw new InvalidRow(
      'time_zone',
      'unknown_time_zone',
      'time_zone must be an IANA zone, such as Europe/Berlin.',
    )
  const plain = plainOf(date, time, field)
  const at = plain.toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  if (!at.toPlainDateTime().equals(plain))
    throw new InvalidRow(
      field,
      'local_time_skipped',
      'This local time does not exist on that date because the clocks go forward. Choose another time.',
    )
  return new Date(at.epochMilliseconds)
}

const plainOf = (date: string, time: string, field: 'start' | 'end') => {
  try {
    return Temporal.PlainDateTime.from(`${date}T${time.padStart(time.length > 5 ? 8 : 5, '0')}`)
  } catch {
    throw malformed(field)
  }
}
