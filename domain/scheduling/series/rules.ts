import type { IssueCode } from '#platform/core/input/issue.ts'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'

/** Five per week for a year. */
export const MAX_OCCURRENCES = 260
/** Maximum number of years between the first day and an occurrence. */
export const MAX_YEARS = 5
const MAX_INTERVAL = 52

const PARTS: Record<string, RegExp> = {
  FREQ: /^WEEKLY$/,
  INTERVAL: /^\d{1,4}$/,
  BYDAY: /^(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU))*$/,
  COUNT: /^\d{1,9}$/,
  UNTIL: /^\d{8}$/,
  WKST: /^(MO|SU)$/,
}

const refused = (code: IssueCode, message: string) => invalid('rule', code, message)

/** The parts of a rule. Each must be known and occur once, because the library would ignore unknown parts. */
const partsOf = (rule: string): Map<string, string> => {
  const parts = new Map<string, string>()
  for (const part of rule.replace(/^RRULE:/, '').split(';')) {
    const [name = '', value = '', ...rest] = part.split('=')
    if (!/^[A-Z-]+$/.test(name) || value === '' || rest.length > 0 || parts.has(name)) {
      const message = 'The rule must have the form FREQ=WEEKLY;BYDAY=TU,TH;COUNT=52 (RFC 5545).'
      throw refused('invalid_format', message)
    }
    if (!PARTS[name]?.test(value)) {
      const message = `${part} is not supported: a series is weekly, with INTERVAL, BYDAY, WKST, and COUNT or UNTIL (a day, as in UNTIL=20270415).`
      throw refused('unsupported_rule', message)
    }
    parts.set(name, value)
  }
  return parts
}

/** The text of a rule, and its local dates from the first day on. */
export interface Expansion {
  rule: string
  /** `2026-12-01`, sorted. */
  dates: string[]
}

/**
 * Parses a rule of RFC 5545 and expands it to dates. Dates have no zone: {@link instantOf} converts their local
 * times.
 */
export const expandRule = (text: string, startsOn: string): Expansion => {
  const parts = partsOf(text)
  if (!parts.has('FREQ')) throw refused('invalid_format', 'A rule must begin with FREQ=WEEKLY.')
  if (parts.has('COUNT') && parts.has('UNTIL'))
    throw refused(
      'invalid_format',
      'A rule must have either COUNT or UNTIL, not both. Remove one of them.',
    )
  if (!parts.has('COUNT') && !parts.has('UNTIL'))
    throw refused('rule_never_ends', 'The rule has no end. Add COUNT or UNTIL.')
  const interval = Number(parts.get('INTERVAL') ?? 1)
  if (interval < 1 || interval > MAX_INTERVAL)
    throw refused(
      'unsupported_rule',
      `INTERVAL must be a number of weeks from 1 to ${MAX_INTERVAL}.`,
    )
  if (Number(parts.get('COUNT') ?? 0) > MAX_OCCURRENCES) throw tooMany()

  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(';')
  const dates = datesOf(rule, startsOn)
  if (dates.length === 0)
    throw refused(
      'no_occurrence',
      'The rule ends before it begins, so it has no occurrences. Choose a later end.',
    )
  if (dates.length > MAX_OCCURRENCES) throw tooMany()
  const last = Temporal.PlainDate.from(startsOn).add({ years: MAX_YEARS })
  if (Temporal.PlainDate.compare(dates.at(-1)!, last) > 0)
    throw refused(
      'out_of_range',
      `The last occurrence is more than ${MAX_YEARS} years ahead. Shorten the rule.`,
    )
  return { rule, dates }
}

const tooMany = () =>
  refused(
    'too_many',
    `A series has at most ${MAX_OCCURRENCES} occurrences. Divide it into several series.`,
  )

const datesOf = (rule: string, startsOn: string): string[] => {
  try {
    const dtstart = Temporal.PlainDate.from(startsOn).toZonedDateTime('UTC')
    const expanded = new RRuleTemporal({ rruleString: rule, dtstart, temporal: Temporal })
    return expanded
      .all((_, index) => index <= MAX_OCCURRENCES)
      .map((occursOn) => occursOn.toPlainDate().toString())
  } catch (cause) {
    // An invalid date, such as UNTIL=20270231.
    throw new DomainError('validation_failed', 'The rule is not valid. Check the dates in it.', {
      issues: [{ path: 'rule', code: 'invalid_format', message: 'is not valid' }],
      cause,
    })
  }
}

/** The instant of a local time; null if the clocks skip it. A time that occurs twice means the first. */
export const instantOf = (occursOn: string, time: string, timeZone: string): Date | null => {
  const local = Temporal.PlainDateTime.from(`${occursOn}T${time}`)
  const instant = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return instant.toPlainDateTime().equals(local) ? new Date(instant.epochMilliseconds) : null
}

/** The local date. */
export const localDate = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()

export const SCOPES = ['THIS', 'FOLLOWING', 'ALL'] as const
export type SeriesScope = (typeof SCOPES)[number]

/** What is booked, apart from the time. */
export interface Booking {
  providerId: string
  roomId: string | null
  locationId: string
  serviceId: string | null
  /** Null uses the service's duration. */
  durationMinutes: number | null
  notes: string | null
}

/** The desired state of an occurrence. */
export interface Place extends Booking {
  occursOn: string
  startTime: string
}

/** Changes that the appointment of an occurrence may not have taken over; `slot` means start and provider. */
export const EditedMember = [
  'slot',
  'roomId',
  'locationId',
  'serviceId',
  'durationMinutes',
  'notes',
] as const
export type EditedMember = (typeof EditedMember)[number]

/** An occurrence that can be changed: in the future, and neither cancelled nor ended. */
export interface OpenOccurrence extends Place {
  id: string
  number: number
  /** Whether it is booked. */
  booked: boolean
  /** Changes that could not be applied. The next edit tries them again. */
  edited: readonly EditedMember[]
  /** The id of its booking. */
  appointmentId?: string | null
}

/** What an edit changes. Omitted members stay the same. */
export interface SeriesEdit extends Partial<Place> {
  /** The new days, sorted, for the occurrences in scope, in order. */
  dates?: readonly string[]
}

/** The result of an edit, applied in this order: occurrences are dropped, moved as listed, and added. */
export interface EditPlan {
  /**
   * Occurrences that make room come first: moves to later days begin with the last occurrence, and moves to
   * earlier days with the first.
   */
  move: OpenOccurrence[]
  /** Added if there are more days than occurrences. */
  add: Place[]
  /** Dropped if there are more occurrences than days. */
  drop: OpenOccurrence[]
}

/** The occurrences in scope. `from` is the first of the scope. */
export const inScope = <Occurrence extends { id: string; occursOn: string; number: number }>(
  open: readonly Occurrence[],
  scope: SeriesScope,
  from: Occurrence | undefined,
): Occurrence[] => {
  if (scope === 'ALL' || !from) return [...open]
  if (scope === 'THIS') return open.filter(({ id }) => id === from.id)
  return open.filter(
    (it) =>
      it.occursOn > from.occursOn || (it.occursOn === from.occursOn && it.number >= from.number),
  )
}

/** Occurrences keep their order: each takes the day at its position. */
export const planEdit = (scoped: readonly OpenOccurrence[], edit: SeriesEdit): EditPlan => {
  const { dates, ...place } = edit
  const ordered = scoped.toSorted(
    (a, b) => a.occursOn.localeCompare(b.occursOn) || a.number - b.number,
  )
  const kept = dates ? ordered.slice(0, dates.length) : ordered
  const moved = kept.map((it, index) => {
    const wanted = { ...applyEdit(it, place), ...(dates && { occursOn: dates[index]! }) }
    const edited = [...new Set([...it.edited, ...differences(it, wanted)])]
    const to = { ...wanted, edited }
    const same = it.booked && edited.length === 0
    return { to, later: localStart(to) > localStart(it), same }
  })
  const ofThose = (later: boolean) =>
    moved.filter((it) => !it.same && it.later === later).map(({ to }) => to)
  const move = [...ofThose(true).toReversed(), ...ofThose(false)]
  const last = ordered.at(-1)
  const surplus = dates && last ? dates.slice(ordered.length) : []
  const add = surplus.map((occursOn) => {
    const wanted = applyEdit(last!, place)
    return { ...bookingOf(wanted), startTime: wanted.startTime, occursOn }
  })
  return { move, add, drop: ordered.slice(kept.length) }
}

/**
 * The desired state after an edit. A room belongs to a location: an edit that changes the location without
 * naming a room clears the room, and booking chooses one.
 */
export const applyEdit = <Wanted extends Booking>(wanted: Wanted, edit: Partial<Place>): Wanted => {
  const { locationId = wanted.locationId } = edit
  return { ...wanted, ...(locationId !== wanted.locationId && { roomId: null }), ...edit }
}

/** What a series or an occurrence books. */
export const bookingOf = ({
  providerId,
  roomId,
  locationId,
  serviceId,
  durationMinutes,
  notes,
}: Booking): Booking => ({ providerId, roomId, locationId, serviceId, durationMinutes, notes })

const localStart = ({ occursOn, startTime }: Place) => `${occursOn}T${startTime}`

const SLOT = ['occursOn', 'startTime', 'providerId'] as const
const OTHERS = ['roomId', 'locationId', 'serviceId', 'notes'] as const

const differences = (before: Place, after: Place): EditedMember[] => {
  const differs = (member: keyof Place) => before[member] !== after[member]
  const length = differs('serviceId') && after.durationMinutes === null
  return [
    ...(SLOT.some(differs) ? (['slot'] as const) : []),
    ...OTHERS.filter(differs),
    ...(length || differs('durationMinutes') ? (['durationMinutes'] as const) : []),
  ]
}
