import ICAL from 'ical.js'
import { invalid } from '../core/errors.ts'
import { isZone } from '../core/time.ts'
import { InvalidRow, type Field, type FileRow, type Source } from './fields.ts'

/** Occurrences of one rule. */
const MOST_OCCURRENCES = 400

/** The events of an iCalendar file, each occurrence of a rule by itself. What is no appointment says why. */
export const readIcs = (content: string): { rows: FileRow[]; ignored: string[] } => {
  const calendar = calendarOf(content)
  const events = calendar.getAllSubcomponents('vevent')
  if (events.length === 0) throw invalid('content', 'no_rows', 'The file has no VEVENT.')
  const masters = events.filter((event) => !event.hasProperty('recurrence-id'))
  const uids = new Set(masters.map(uidOf))
  // An exception whose rule is not in the file stands for itself.
  const orphans = events.filter(
    (event) => event.hasProperty('recurrence-id') && !uids.has(uidOf(event)),
  )
  return { rows: [...masters, ...orphans].flatMap(rowsOf), ignored: [] }
}

const calendarOf = (content: string): ICAL.Component => {
  try {
    const parsed = ICAL.parse(content) as unknown[]
    // Several calendars in one file come as a list of them.
    const calendar = new ICAL.Component(
      (Array.isArray(parsed[0]) ? parsed[0] : parsed) as unknown[],
    )
    if (calendar.name === 'vcalendar') return calendar
  } catch {
    // Its messages quote the file, which has names in it.
  }
  throw invalid('content', 'malformed_ics', 'The file is no iCalendar (RFC 5545).')
}

const uidOf = (component: ICAL.Component): string => textOf(component, 'uid') ?? ''

const textOf = (component: ICAL.Component, name: string): string | undefined => {
  const value = component.getFirstPropertyValue(name)
  return value?.toString().trim() || undefined
}

const rowsOf = (component: ICAL.Component): FileRow[] => {
  const event = new ICAL.Event(component)
  const common = sourceOf(component)
  try {
    if (!event.isRecurring()) {
      const own = textOf(component, 'recurrence-id')
      return [
        { source: { ...common, ...idOf(component, own), ...timesOf(event, event.startDate) } },
      ]
    }
    return occurrences(event).map(({ item, startDate, recurrenceId }) => ({
      source: {
        ...common,
        ...sourceOf(item.component),
        ...idOf(component, recurrenceId.toString()),
        ...timesOf(item, startDate),
      },
    }))
  } catch (error) {
    if (!(error instanceof InvalidRow)) throw error
    return [{ source: common, problem: error.problem }]
  }
}

const idOf = (component: ICAL.Component, occurrence?: string): Source => {
  const uid = uidOf(component)
  return uid ? { external_id: (occurrence ? `${uid}#${occurrence}` : uid).slice(0, 255) } : {}
}

const occurrences = (event: ICAL.Event) => {
  const rule = event.component.getFirstPropertyValue('rrule') as ICAL.Recur | null
  if (rule && !rule.count && !rule.until)
    throw new InvalidRow(
      'start',
      'rule_never_ends',
      'The event repeats for ever. Give its rule a COUNT or an UNTIL, or make it a series.',
    )
  const found = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next; next = iterator.next()) {
    if (found.length >= MOST_OCCURRENCES)
      throw new InvalidRow(
        'start',
        'too_many_occurrences',
        `The event repeats more than ${MOST_OCCURRENCES} times. Shorten its rule.`,
      )
    found.push(event.getOccurrenceDetails(next))
  }
  return found
}

const mail = (text: string | undefined) =>
  text?.toLowerCase().startsWith('mailto:') ? text.slice(7) : undefined

const sourceOf = (component: ICAL.Component): Source => {
  const said: [Field, string | undefined][] = [
    [
      'child',
      textOf(component, 'x-therapy-child') ??
        mail(textOf(component, 'attendee')) ??
        textOf(component, 'summary'),
    ],
    ['provider', textOf(component, 'x-therapy-provider')],
    ['service', textOf(component, 'x-therapy-service')],
    ['location', textOf(component, 'x-therapy-location')],
    ['room', textOf(component, 'x-therapy-room')],
    ['status', textOf(component, 'status')],
  ]
  const source: Source = {}
  for (const [field, text] of said) if (text) source[field] = text
  return source
}

/** Local times keep their zone: what the clocks skip or repeat is for the row to say. */
const timesOf = (event: ICAL.Event, start: ICAL.Time): Source => {
  if (start.isDate)
    throw new InvalidRow('start', 'whole_day', 'The event has a day and no time of day.')
  const duration = String(Math.round(event.duration.toSeconds() / 60))
  const local = start.toString()
  const property = event.component.getFirstProperty('dtstart')
  const tzid = property?.getFirstParameter('tzid')
  if (local.endsWith('Z') || !tzid) return { start: local, duration }
  if (isZone(tzid)) return { start: local, zone: tzid, duration }
  const described = event.component.parent
    ?.getAllSubcomponents('vtimezone')
    .find((zone) => textOf(zone, 'tzid') === tzid)
  if (!described)
    throw new InvalidRow(
      'zone',
      'unknown_zone',
      'TZID is neither of IANA nor described in the file.',
    )
  const zoned = start.clone()
  zoned.zone = new ICAL.Timezone(described)
  return { start: new Date(zoned.toUnixTime() * 1_000).toISOString(), duration }
}
