import {
  InvalidRow,
  TooManyRows,
  UnreadableFile,
  type Field,
  type FileRow,
  type Source,
} from '../file/fields.ts'
import { readComponents, textOf, type Component } from './read-components.ts'
import {
  assertParameters,
  keyOf,
  malformedTime,
  minutesBetween,
  minutesOf,
  momentsOf,
  sourceOfStart,
  zonesOf,
  type Moment,
} from './moments-of.ts'
import { readLocal, textOfLocal, type Zone } from './read-local.ts'
import { expandRule, MOST_OCCURRENCES, readRule, tooManyOccurrences } from './recurrence-rule.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { MOST_ROWS } from '../rules.ts'

/**
 * The events of an iCalendar file, with the occurrences of rules as separate rows. Events that cannot be used
 * state why.
 */
export const readIcs = (content: string): { rows: FileRow[]; ignored: string[] } => {
  const rows: FileRow[] = []
  for (const calendar of readComponents(content)) {
    const zoneOf = zonesOf(calendar)
    const events = newestOf(calendar.parts.filter(({ name }) => name === 'vevent'))
    const isException = ({ lines }: Component) => lines.has('recurrence-id')
    const exceptions = events.filter(isException)
    const moved = movedBy(exceptions, zoneOf)
    const used = new Set<Component>()
    const add = (event: Component) => {
      rows.push(...orProblem(() => occurrencesOf({ event, zoneOf, moved, used })))
      if (rows.length > MOST_ROWS) throw new TooManyRows()
    }
    for (const event of events) if (!isException(event)) add(event)
    // An exception whose occurrence is not in the file becomes a separate event.
    for (const event of exceptions) if (!used.has(event)) add(event)
  }
  if (rows.length === 0)
    throw new UnreadableFile(
      'no_rows',
      'The file contains no VEVENT. Export a calendar that contains appointments.',
    )
  return { rows, ignored: [] }
}

interface Reading {
  event: Component
  zoneOf: (tzid: string) => Zone
  moved: Exceptions
  /** Exceptions that an occurrence has used. */
  used: Set<Component>
}

/** Of several versions of an event or an exception, the one with the highest SEQUENCE (RFC 5546 2.1.5). */
const newestOf = (events: readonly Component[]): Component[] => {
  const highest = new Map<string, number>()
  for (const event of events) {
    const key = versionKey(event)
    highest.set(key, Math.max(highest.get(key) ?? 0, sequenceOf(event)))
  }
  return events.filter(
    (event) => uidOf(event) === '' || sequenceOf(event) === highest.get(versionKey(event)),
  )
}

const versionKey = (event: Component): string =>
  `${event.lines.get('recurrence-id')?.[0]?.value ?? ''} ${uidOf(event)}`

const sequenceOf = (event: Component): number => {
  const text = textOf(event, 'sequence') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** An exception for one occurrence, or for it and all following ones. */
interface Exception {
  event: Component
  of: Moment
  andFuture: boolean
}

interface Exceptions {
  /** Keyed by UID and start: one index for all events in the file. */
  one: Map<string, Exception>
  /** Exceptions for all following occurrences, keyed by UID and in the order of occurrences. */
  future: Map<string, Exception[]>
  /** Why exceptions of a UID cannot be read, which makes the whole event uncertain. */
  refused: Map<string, InvalidRow>
}

const movedBy = (exceptions: readonly Component[], zoneOf: (tzid: string) => Zone): Exceptions => {
  const moved: Exceptions = { one: new Map(), future: new Map(), refused: new Map() }
  for (const event of exceptions) {
    const uid = uidOf(event)
    try {
      const andFuture = isOfFuture(event)
      const of = momentIn(event, 'recurrence-id', zoneOf)
      if (!of) continue
      const exception = { event, of, andFuture }
      moved.one.set(`${keyOf(of)} ${uid}`, exception)
      if (andFuture) moved.future.set(uid, [...(moved.future.get(uid) ?? []), exception])
    } catch (error) {
      // The exception is read separately, and its own row reports the problem.
      if (!(error instanceof InvalidRow)) throw error
      if (error.problem.code.endsWith('_unsupported')) moved.refused.set(uid, error)
    }
  }
  for (const list of moved.future.values()) list.sort((a, b) => a.of.local - b.of.local)
  return moved
}

/** RANGE=THISANDFUTURE (RFC 5545 3.2.13). */
const isOfFuture = (event: Component): boolean => {
  const range = event.lines.get('recurrence-id')?.[0]?.params['range']
  if (range === undefined) return false
  if (typeof range === 'string' && range.toUpperCase() === 'THISANDFUTURE') return true
  throw new InvalidRow(
    'start',
    'range_unsupported',
    'RECURRENCE-ID has a RANGE other than THISANDFUTURE. Enter the occurrences manually.',
  )
}

const uidOf = (component: Component): string => textOf(component, 'uid') ?? ''

/** Converts an error in an event to a problem of its row. */
const orProblem = (read: () => FileRow[]): FileRow[] => {
  try {
    return read()
  } catch (error) {
    const detail = 'The event cannot be read. Enter it manually.'
    const known = error instanceof InvalidRow ? error : new InvalidRow(null, 'malformed', detail)
    return [{ source: {}, problem: known.problem }]
  }
}

const occurrencesOf = ({ event, zoneOf, moved, used }: Reading): FileRow[] => {
  const start = startOf(event, zoneOf)
  const common = { ...sourceOf(event), duration: durationOf(event, start, zoneOf) }
  const isRecurring = event.lines.has('rrule') || event.lines.has('rdate')
  if (!isRecurring) {
    const own = momentIn(event, 'recurrence-id', zoneOf)
    return [{ source: { ...common, ...idOf(event, own), ...sourceOfStart(start) } }]
  }
  const uid = uidOf(event)
  const refused = moved.refused.get(uid)
  if (refused) throw refused
  const future = moved.future.get(uid) ?? []
  return startsOf(event, start, zoneOf).flatMap((occurrence): FileRow[] => {
    const id = idOf(event, occurrence)
    const floating = { ...occurrence, zone: undefined }
    const own =
      moved.one.get(`${keyOf(occurrence)} ${uid}`) ?? moved.one.get(`${keyOf(floating)} ${uid}`)
    const exception = own ?? future.findLast(({ of }) => isAfter(occurrence, of))
    if (!exception) return [{ source: { ...common, ...id, ...sourceOfStart(occurrence) } }]
    if (own) used.add(own.event)
    return orProblem(() => {
      const at = startOf(exception.event, zoneOf)
      const duration = durationOf(exception.event, at, zoneOf)
      const moments = own ? at : movedAlong(occurrence, exception, at)
      const said = { ...sourceOf(exception.event), ...sourceOfStart(moments), duration }
      return [{ source: { ...common, ...id, ...said } }]
    })
  })
}

/** Whether an occurrence comes after the one to which an exception applies. */
const isAfter = (occurrence: Moment, of: Moment): boolean =>
  instantIn(occurrence, occurrence) > instantIn(of, occurrence)

/** The instant of a time; a floating time uses the zone of the event. */
const instantIn = ({ local, zone }: Moment, event: Moment): number =>
  (zone ?? event.zone)?.instantOf(local) ?? local

/** Shifts an occurrence, in local time, by as much as the exception shifts its own. */
const movedAlong = (occurrence: Moment, { of }: Exception, at: Moment): Moment => {
  const zone = at.zone ?? occurrence.zone
  const wall = (moment: Moment) => {
    const from = moment.zone ?? occurrence.zone
    return from && zone ? zone.localOf(from.instantOf(moment.local)) : moment.local
  }
  return { ...at, zone, local: wall(occurrence) + wall(at) - wall(of) }
}

/** All occurrences of a repeating event: those of its rule and list, minus exceptions. */
const startsOf = (event: Component, start: Moment, zoneOf: (tzid: string) => Zone): Moment[] => {
  const { zone, isUtc } = start
  const [rule, ...others] = event.lines.get('rrule') ?? []
  if (others.length > 0 || event.broken.has('rrule')) throw malformedTime()
  const read = rule && readRule(rule.value)
  const locals = read ? expandRule(read, start.local, lastOf(read.until, zone)) : [start.local]
  const listed = momentsIn(event, 'rdate', zoneOf).map((it) => {
    if (it.isDate) throw malformedTime()
    return { ...it, zone: it.zone ?? zone }
  })
  const excepted = momentsIn(event, 'exdate', zoneOf)
  const without = new Set(excepted.map((it) => keyOf({ ...it, zone: it.zone ?? zone })))
  const daysWithout = new Set(excepted.filter((it) => it.isDate).map(({ local }) => local))
  if (locals.length + listed.length > MOST_OCCURRENCES) throw tooManyOccurrences()
  const found = new Map<string, Moment>()
  for (const it of [...locals.map((local) => ({ local, zone, isUtc, isDate: false })), ...listed]) {
    const day = Math.floor(it.local / DAY_MS) * DAY_MS
    if (!without.has(keyOf(it)) && !daysWithout.has(day)) found.set(keyOf(it), it)
  }
  if (found.size === 0)
    throw new InvalidRow(
      'start',
      'no_occurrence',
      'Every occurrence of the event is excluded. Remove the event, or correct its EXDATE.',
    )
  return [...found.values()]
}

/** The last local time that UNTIL allows; for a date, the end of that day. */
const lastOf = (until: string | undefined, zone: Zone | undefined): number | undefined => {
  if (!until) return undefined
  const read = readLocal(until)
  if (!read) throw malformedTime()
  if (read.isDate) return read.local + DAY_MS - 1
  return read.isUtc && zone ? zone.localOf(read.local) : read.local
}

const momentsIn = (event: Component, name: string, zoneOf: (tzid: string) => Zone): Moment[] => {
  if (event.broken.has(name)) throw malformedTime()
  return (event.lines.get(name) ?? []).flatMap((line) => {
    if (name === 'recurrence-id') isOfFuture(event)
    assertParameters(line, name === 'recurrence-id' ? ['range'] : [])
    return momentsOf(line, zoneOf)
  })
}

const momentIn = (event: Component, name: string, zoneOf: (tzid: string) => Zone) => {
  const [moment, ...others] = momentsIn(event, name, zoneOf)
  if (others.length > 0) throw malformedTime()
  return moment
}

const startOf = (event: Component, zoneOf: (tzid: string) => Zone): Moment => {
  const start = momentIn(event, 'dtstart', zoneOf)
  if (!start) throw new InvalidRow('start', 'required', 'The event has no DTSTART. Add one.')
  if (!start.isDate) return start
  throw new InvalidRow('start', 'whole_day', 'The event has a date but no time of day. Add a time.')
}

/** The duration in full minutes. Without an end it is 0, as in RFC 5545. */
const durationOf = (event: Component, start: Moment, zoneOf: (tzid: string) => Zone): string => {
  const end = momentIn(event, 'dtend', zoneOf)
  if (end) return String(minutesBetween(start, { ...end, zone: end.zone ?? start.zone }))
  if (event.broken.has('duration')) throw malformedTime()
  const duration = event.lines.get('duration')?.[0]
  return String(duration ? minutesOf(duration.value) : 0)
}

const LONGEST_ID = 255

const idOf = (event: Component, occurrence: Moment | undefined): Source => {
  const uid = uidOf(event)
  if (!uid) return {}
  const which = occurrence && `#${textOfLocal(occurrence.local)}${occurrence.isUtc ? 'Z' : ''}`
  return { external_id: `${uid}${which ?? ''}`.slice(0, LONGEST_ID) }
}

const mail = (text: string | undefined) =>
  text?.toLowerCase().startsWith('mailto:') ? text.slice(7) : undefined

const sourceOf = (event: Component): Source => {
  const said: [Field, string | undefined][] = [
    [
      'child',
      textOf(event, 'x-therapy-child') ??
        mail(textOf(event, 'attendee')) ??
        textOf(event, 'summary'),
    ],
    ['provider', textOf(event, 'x-therapy-provider')],
    ['service', textOf(event, 'x-therapy-service')],
    ['location', textOf(event, 'x-therapy-location')],
    ['room', textOf(event, 'x-therapy-room')],
    ['status', textOf(event, 'status')],
  ]
  const source: Source = {}
  for (const [field, text] of said) if (text) source[field] = text
  return source
}
