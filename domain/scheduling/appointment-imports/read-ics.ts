import {
  InvalidRow,
  TooManyRows,
  UnreadableFile,
  type Field,
  type FileRow,
  type Source,
} from './fields.ts'
import { readComponents, textOf, type Component } from './read-components.ts'
import {
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
import { DAY_MS } from '#platform/core/time.ts'
import { MOST_ROWS } from './rules.ts'

/** The events of an iCalendar file, each occurrence of a rule by itself. What is no appointment says why. */
export const readIcs = (content: string): { rows: FileRow[]; ignored: string[] } => {
  const rows: FileRow[] = []
  for (const calendar of readComponents(content)) {
    const zoneOf = zonesOf(calendar)
    const events = calendar.parts.filter(({ name }) => name === 'vevent')
    const isException = ({ lines }: Component) => lines.has('recurrence-id')
    const exceptions = events.filter(isException)
    const moved = movedBy(exceptions, zoneOf)
    const used = new Set<Component>()
    const add = (event: Component) => {
      rows.push(...orProblem(() => occurrencesOf({ event, zoneOf, moved, used })))
      if (rows.length > MOST_ROWS) throw new TooManyRows()
    }
    for (const event of events) if (!isException(event)) add(event)
    // An exception whose occurrence is not in the file is read by itself.
    for (const event of exceptions) if (!used.has(event)) add(event)
  }
  if (rows.length === 0) throw new UnreadableFile('no_rows', 'The file has no VEVENT.')
  return { rows, ignored: [] }
}

interface Reading {
  event: Component
  zoneOf: (tzid: string) => Zone
  moved: ReadonlyMap<string, Component>
  /** Exceptions that an occurrence has. */
  used: Set<Component>
}

/** Exceptions by the UID and the moment that they are of: one index for all events of the file. */
const movedBy = (
  exceptions: readonly Component[],
  zoneOf: (tzid: string) => Zone,
): Map<string, Component> => {
  const moved = new Map<string, Component>()
  for (const exception of exceptions) {
    try {
      const of = momentIn(exception, 'recurrence-id', zoneOf)
      if (of) moved.set(`${keyOf(of)} ${uidOf(exception)}`, exception)
    } catch (error) {
      // It is read by itself, and its row says what is wrong.
      if (!(error instanceof InvalidRow)) throw error
    }
  }
  return moved
}

const uidOf = (component: Component): string => textOf(component, 'uid') ?? ''

/** Whatever is wrong with one event is a problem of its row. */
const orProblem = (read: () => FileRow[]): FileRow[] => {
  try {
    return read()
  } catch (error) {
    const detail = 'The event cannot be read. Enter it by hand.'
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
  return startsOf(event, start, zoneOf).flatMap((occurrence): FileRow[] => {
    const id = idOf(event, occurrence)
    const floating = { ...occurrence, zone: undefined }
    const exception =
      moved.get(`${keyOf(occurrence)} ${uidOf(event)}`) ??
      moved.get(`${keyOf(floating)} ${uidOf(event)}`)
    if (exception) used.add(exception)
    else return [{ source: { ...common, ...id, ...sourceOfStart(occurrence) } }]
    return orProblem(() => {
      const at = startOf(exception, zoneOf)
      const duration = durationOf(exception, at, zoneOf)
      const own = { ...sourceOf(exception), ...sourceOfStart(at), duration }
      return [{ source: { ...common, ...id, ...own } }]
    })
  })
}

/** Every occurrence of what repeats: by its rule and its list, less what is excepted. */
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
    throw new InvalidRow('start', 'no_occurrence', 'Every occurrence of the event is excepted.')
  return [...found.values()]
}

/** The last local time that UNTIL admits: of a date, the end of it. */
const lastOf = (until: string | undefined, zone: Zone | undefined): number | undefined => {
  if (!until) return undefined
  const read = readLocal(until)
  if (!read) throw malformedTime()
  if (read.isDate) return read.local + DAY_MS - 1
  return read.isUtc && zone ? zone.localOf(read.local) : read.local
}

const momentsIn = (event: Component, name: string, zoneOf: (tzid: string) => Zone): Moment[] => {
  if (event.broken.has(name)) throw malformedTime()
  return (event.lines.get(name) ?? []).flatMap((line) => momentsOf(line, zoneOf))
}

const momentIn = (event: Component, name: string, zoneOf: (tzid: string) => Zone) => {
  const [moment, ...others] = momentsIn(event, name, zoneOf)
  if (others.length > 0) throw malformedTime()
  return moment
}

const startOf = (event: Component, zoneOf: (tzid: string) => Zone): Moment => {
  const start = momentIn(event, 'dtstart', zoneOf)
  if (!start) throw new InvalidRow('start', 'required', 'The event has no DTSTART.')
  if (!start.isDate) return start
  throw new InvalidRow('start', 'whole_day', 'The event has a day and no time of day.')
}

/** In whole minutes. Without an end, none: as RFC 5545 has it. */
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
