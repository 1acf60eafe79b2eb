import type {
  RecordFindings,
  RecordQuestion,
  RecordReader,
} from '#knowledge/record-questions/record-reader.ts'
import { MOST_STATEMENTS } from '#knowledge/record-questions/rules.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { BOOKED_STATUSES, type AppointmentStatus } from '#scheduling/slots/appointment-status.ts'
import { MOST_COUNTED, counted, listed, noneFound } from './findings.ts'
import { WORDS, wordsOfPeriod, wordsOfTime } from './words.ts'

interface Row {
  id: string
  childId: string
  child: string
  providerId: string
  provider: string
  locationId: string
  location: string
  startsAt: Date
  timeZone: string
  status: AppointmentStatus
}

interface Selection {
  statuses: readonly AppointmentStatus[]
  from: Date
  until: Date
  order?: 'ASC' | 'DESC'
  take?: number
}

const EVER = new Date('1900-01-01T00:00:00Z')
const NEVER = new Date('2200-01-01T00:00:00Z')
const FUTURE: AppointmentStatus[] = ['PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN']
const PAST: AppointmentStatus[] = ['CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED']

const select = (filter: string, order: 'ASC' | 'DESC') => `
  SELECT a.id, k.id AS "childId", k.first_name AS child, a.provider_id AS "providerId", p.name AS provider,
         a.location_id AS "locationId", l.name AS location, a.starts_at AS "startsAt", a.time_zone AS "timeZone",
         a.status::text
  FROM appointments a
  JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id
  JOIN providers p ON p.tenant_id = a.tenant_id AND p.id = a.provider_id
  JOIN locations l ON l.tenant_id = a.tenant_id AND l.id = a.location_id
  WHERE a.tenant_id = $1 AND ${filter} AND ($3::text IS NULL OR a.location_id = $3)
    AND a.status = ANY ($4::appointment_status[]) AND a.held_until IS NULL AND a.starts_at >= $5 AND a.starts_at < $6
  ORDER BY a.starts_at ${order}, a.id LIMIT $7`

/** A statement for each kind of person, so that it is planned for the index of that person. */
const APPOINTMENTS = {
  child: {
    ASC: select('a.child_id = $2', 'ASC'),
    DESC: select('a.child_id = $2', 'DESC'),
  },
  provider: {
    ASC: select('a.provider_id = $2', 'ASC'),
    DESC: select('a.provider_id = $2', 'DESC'),
  },
  nobody: {
    ASC: select('$2::text IS NULL', 'ASC'),
    DESC: select('$2::text IS NULL', 'DESC'),
  },
} as const

const find = (
  reader: Reader,
  { person, location }: RecordQuestion,
  { statuses, from, until, order = 'ASC', take = MOST_STATEMENTS + 1 }: Selection,
): Promise<Row[]> => {
  const by = person?.type === 'child' || person?.type === 'provider' ? person.type : 'nobody'
  return reader.sql<Row>(APPOINTMENTS[by][order], [
    reader.tenantId,
    person?.id ?? null,
    location?.id ?? null,
    statuses,
    from,
    until,
    take,
  ])
}

const sourcesOf = ({ id, childId, providerId, locationId }: Row): Subject[] => [
  { type: 'appointment', id },
  { type: 'child', id: childId },
  { type: 'provider', id: providerId },
  { type: 'location', id: locationId },
]

/** The appointment as it is said: for a child with the provider, for a provider with the child. */
const visitOf = (row: Row, { person, language, locale }: RecordQuestion) => {
  const when = wordsOfTime(row.startsAt, row.timeZone, locale)
  const isOpen = row.status === 'PENDING_CONFIRMATION'
  return {
    when: isOpen ? `${when} (${WORDS[language].unconfirmed})` : when,
    with: person?.type === 'provider' ? row.child : row.provider,
    at: row.location,
  }
}

const listOf = (rows: readonly Row[], asked: RecordQuestion, none: string): RecordFindings => {
  const words = WORDS[asked.language]
  const statements = rows.map((row) => ({
    text: words.visit(row.child, { ...visitOf(row, asked), with: row.provider }),
    records: sourcesOf(row),
  }))
  return listed(statements, rows, asked, none)
}

/** The days of the question, or the time from now on. */
const timeOf = (reader: Reader, { period }: RecordQuestion) =>
  period ? { from: period.startsAt, until: period.endsAt } : { from: reader.now, until: NEVER }

type Phrase = 'next' | 'last' | 'with' | 'place'

/** One appointment: the next one, the last one, or one beside that of the previous question. */
const one =
  (phrase: Phrase): RecordReader =>
  async (reader, asked) => {
    const words = WORDS[asked.language]
    const who = asked.person!.called
    const isPast = phrase === 'last'
    const [row] = await find(reader, asked, { ...besideOf(reader, asked, isPast), take: 1 })
    if (!row) return noneFound(asked, isPast ? words.noLast(who) : words.noNext(who))
    return {
      statements: [{ text: words[phrase](who, visitOf(row, asked)), records: sourcesOf(row) }],
      childIds: [row.childId],
      at: row.startsAt,
    }
  }

const besideOf = (
  reader: Reader,
  { at, beside }: RecordQuestion,
  isPast: boolean,
): Omit<Selection, 'take'> => {
  const known = at ?? reader.now
  if (beside === 'AT')
    return { statuses: BOOKED_STATUSES, from: known, until: new Date(known.getTime() + 1) }
  if (beside === 'BEFORE')
    return { statuses: BOOKED_STATUSES, from: EVER, until: known, order: 'DESC' }
  if (isPast) return { statuses: PAST, from: EVER, until: reader.now, order: 'DESC' }
  const from = beside === 'AFTER' ? new Date(known.getTime() + 1) : reader.now
  return { statuses: FUTURE, from, until: NEVER }
}

const list: RecordReader = async (reader, asked) => {
  const rows = await find(reader, asked, { statuses: BOOKED_STATUSES, ...timeOf(reader, asked) })
  const { language, period, person } = asked
  const when = wordsOfPeriod(period, asked)
  return listOf(rows, asked, WORDS[language].none(person?.called ?? null, when))
}

const count: RecordReader = async (reader, asked) => {
  const selection = { statuses: BOOKED_STATUSES, ...timeOf(reader, asked), take: MOST_COUNTED + 1 }
  const rows = await find(reader, asked, selection)
  const { language, period, person } = asked
  const when = wordsOfPeriod(period, asked)
  return counted(rows, 'appointment', asked, (total) =>
    WORDS[language].count(person?.called ?? null, total, when),
  )
}

/** Past appointments with a status, of which a future one may already be cancelled. */
const ended =
  (status: 'CANCELLED' | 'NO_SHOW', none: 'noneCancelled' | 'noneMissed'): RecordReader =>
  async (reader, asked) => {
    const { language, period, person } = asked
    const { from, until } = period
      ? { from: period.startsAt, until: period.endsAt }
      : { from: EVER, until: status === 'CANCELLED' ? NEVER : reader.now }
    const rows = await find(reader, asked, { statuses: [status], from, until, order: 'DESC' })
    const when = wordsOfPeriod(period, asked, 'past')
    return listOf(rows, asked, WORDS[language][none](person!.called, when))
  }

const unconfirmed: RecordReader = async (reader, asked) => {
  const selection = { statuses: ['PENDING_CONFIRMATION'] as const, ...timeOf(reader, asked) }
  const rows = await find(reader, asked, selection)
  return listOf(rows, asked, WORDS[asked.language].noneUnconfirmed)
}

export const BOOKING_READERS = {
  NEXT_APPOINTMENT: one('next'),
  LAST_APPOINTMENT: one('last'),
  NEXT_PROVIDER: one('with'),
  NEXT_PLACE: one('place'),
  APPOINTMENTS: list,
  APPOINTMENT_COUNT: count,
  HAS_APPOINTMENT: list,
  CANCELLED_APPOINTMENTS: ended('CANCELLED', 'noneCancelled'),
  MISSED_APPOINTMENTS: ended('NO_SHOW', 'noneMissed'),
  LOCATION_APPOINTMENTS: list,
  LOCATION_APPOINTMENT_COUNT: count,
  UNCONFIRMED_APPOINTMENTS: unconfirmed,
} satisfies Record<string, RecordReader>
