import ICAL from 'ical.js'
import { UnreadableFile } from '../file/fields.ts'

/** A content line of RFC 5545: its parameters by lower-case name, and its raw value. */
export interface Line {
  params: Readonly<Record<string, unknown>>
  value: string
}

/** A component that matters for appointments, such as VEVENT. Other components and lines are skipped. */
export interface Component {
  name: string
  /** Lines, keyed by lower-case name. */
  lines: Map<string, Line[]>
  parts: Component[]
  /** The names of lines that are needed but malformed. */
  broken: Set<string>
}

/** The components to read, with their lines. */
const WANTED: Record<string, ReadonlySet<string>> = {
  vcalendar: new Set(),
  vevent: new Set([
    'uid',
    'sequence',
    'summary',
    'status',
    'attendee',
    'dtstart',
    'dtend',
    'duration',
    'rrule',
    'rdate',
    'exdate',
    'recurrence-id',
    'x-therapy-child',
    'x-therapy-provider',
    'x-therapy-service',
    'x-therapy-location',
    'x-therapy-room',
  ]),
  vtimezone: new Set(['tzid']),
  standard: new Set(['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate']),
  daylight: new Set(['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate']),
}

/** Maximum nesting. VALARM in VEVENT in VCALENDAR is three levels. */
const DEEPEST = 8

/** Keeps raw values, because the code that uses them validates dates and rules. */
const AS_WRITTEN = { property: {}, param: {}, value: {} } as unknown as Parameters<
  typeof ICAL.parse.property
>[1]

const unreadable = (
  detail = 'The file is not valid iCalendar (RFC 5545). Export it as iCalendar or CSV.',
) => new UnreadableFile('malformed_ics', detail)

/** The calendars in a file, read in one pass over its lines. */
export const readComponents = (content: string): Component[] => {
  const calendars: Component[] = []
  const open: { name: string; component: Component | undefined }[] = []
  for (const line of content.replaceAll(/\r?\n[ \t]/g, '').split(/\r\n|\n|\r/)) {
    const [, edge, named = ''] = /^(BEGIN|END):(.*)$/i.exec(line) ?? []
    const name = named.trim().toLowerCase()
    if (edge?.toUpperCase() === 'BEGIN') {
      if (open.length === 0 && name !== 'vcalendar') throw unreadable()
      if (open.length >= DEEPEST)
        throw unreadable(`Its components are nested more than ${DEEPEST} levels deep.`)
      open.push({ name, component: begun(name, open, calendars) })
    } else if (edge) {
      if (open.pop()?.name !== name) throw unreadable()
    } else if (line.trim() !== '') {
      const inside = open.at(-1)
      if (!inside) throw unreadable()
      if (inside.component) addLine(inside.component, line)
    }
  }
  if (open.length > 0 || calendars.length === 0) throw unreadable()
  return calendars
}

/** Undefined inside a component that is skipped. */
const begun = (
  name: string,
  open: readonly { component: Component | undefined }[],
  calendars: Component[],
): Component | undefined => {
  const parent = open.at(-1)
  if (!Object.hasOwn(WANTED, name) || (parent && !parent.component)) return undefined
  const component = { name, lines: new Map<string, Line[]>(), parts: [], broken: new Set<string>() }
  if (parent) parent.component!.parts.push(component)
  else calendars.push(component)
  return component
}

const addLine = (component: Component, line: string): void => {
  const name = line.slice(0, line.search(/[;:]|$/)).toLowerCase()
  if (!WANTED[component.name]!.has(name)) return
  try {
    const [, params, , value] = ICAL.parse.property(line, AS_WRITTEN) as [
      string,
      Record<string, unknown>,
      string,
      string,
    ]
    const known = component.lines.get(name)
    if (known) known.push({ params, value })
    else component.lines.set(name, [{ params, value }])
  } catch {
    // The library's messages quote the file, which contains names.
    component.broken.add(name)
  }
}

/** The unescaped text of the first line with this name. */
export const textOf = ({ lines }: Component, name: string): string | undefined =>
  lines
    .get(name)?.[0]
    ?.value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) =>
      escaped.toLowerCase() === 'n' ? '\n' : escaped,
    )
    .trim() || undefined
