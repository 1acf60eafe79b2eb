import type { AssessmentStatus } from '#clinical/assessments/rules.ts'
import { OPEN } from '#clinical/assessments/rules.ts'
import type {
  RecordFindings,
  RecordQuestion,
  RecordReader,
} from '#knowledge/record-questions/record-reader.ts'
import { MOST_STATEMENTS } from '#knowledge/record-questions/rules.ts'
import { longDay } from '#messaging/locales/times.ts'
import { dateText } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { counted, listed, MOST_COUNTED } from './findings.ts'
import { WORDS, wordsOfPeriod, type AssessmentState } from './words.ts'

interface Row {
  id: string
  childId: string
  child: string
  instrument: string
  status: AssessmentStatus
  /** When it is due; for a completed one, when it was administered. */
  shownOn: Date
}

interface Selection {
  statuses: readonly AssessmentStatus[]
  from?: string | undefined
  until?: string | undefined
  take?: number
}

const EVER = '1900-01-01'
const NEVER = '2200-01-01'

const select = (day: string, order: 'ASC' | 'DESC') => `
  SELECT a.id, a.child_id AS "childId", k.first_name AS child, i.name AS instrument, a.status::text,
         ${day}::timestamp AT TIME ZONE 'UTC' AS "shownOn"
  FROM assessments a
  JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id AND k.archived_at IS NULL AND k.discharged_at IS NULL
  JOIN assessment_instruments i ON i.tenant_id = a.tenant_id AND i.id = a.instrument_id
  LEFT JOIN assessment_schedules s ON s.tenant_id = a.tenant_id AND s.id = a.schedule_id
  WHERE a.tenant_id = $1 AND ($2::text IS NULL OR a.child_id = $2)
    AND ($3::text IS NULL OR COALESCE(s.location_id, k.location_id) = $3)
    AND a.status = ANY ($4::assessment_status[]) AND ${day} >= $5::date AND ${day} <= $6::date
  ORDER BY ${day} ${order}, a.id LIMIT $7`

const OPEN_ONES = select('a.due_on', 'ASC')
const DONE_ONES = select('a.administered_on', 'DESC')

const find = (
  reader: Reader,
  { person, location }: RecordQuestion,
  { statuses, from = EVER, until = NEVER, take = MOST_STATEMENTS + 1 }: Selection,
): Promise<Row[]> =>
  reader.sql<Row>(statuses.includes('COMPLETED') ? DONE_ONES : OPEN_ONES, [
    reader.tenantId,
    person?.id ?? null,
    location?.id ?? null,
    statuses,
    from,
    until,
    take,
  ])

const stateOf = ({ status }: Row): AssessmentState => {
  if (status === 'COMPLETED') return 'DONE'
  return status === 'OVERDUE' ? 'OVERDUE' : 'OPEN'
}

const listOf = (rows: readonly Row[], asked: RecordQuestion, none: string): RecordFindings => {
  const { language, locale } = asked
  const statements = rows.map((row) => {
    const on = longDay(dateText(row.shownOn), locale)
    return {
      text: WORDS[language].assessment(row.child, row.instrument, on, stateOf(row)),
      records: [
        { type: 'assessment' as const, id: row.id },
        { type: 'child' as const, id: row.childId },
      ],
    }
  })
  return listed(statements, rows, asked, none)
}

/** The days of the question; without days, up to today. */
const daysOf = ({ period, today }: RecordQuestion) =>
  period ? { from: period.startsOn, until: period.endsOn } : { until: today }

const due: RecordReader = async (reader, asked) => {
  const rows = await find(reader, asked, { statuses: OPEN, ...daysOf(asked) })
  const { language, period, person } = asked
  const when = wordsOfPeriod(period, asked, 'past')
  return listOf(rows, asked, WORDS[language].noneDue(person?.called ?? null, when))
}

const overdue: RecordReader = async (reader, asked) => {
  const rows = await find(reader, asked, { statuses: ['OVERDUE'] })
  const { language, person } = asked
  return listOf(rows, asked, WORDS[language].noneOverdue(person?.called ?? null))
}

const count: RecordReader = async (reader, asked) => {
  const selection = { statuses: OPEN, ...daysOf(asked), take: MOST_COUNTED + 1 }
  const rows = await find(reader, asked, selection)
  const { language, period } = asked
  const when = wordsOfPeriod(period, asked, 'past')
  return counted(rows, 'assessment', asked, (total) => WORDS[language].dueCount(total, when))
}

const next: RecordReader = async (reader, asked) => {
  const rows = await find(reader, asked, { statuses: OPEN, take: 1 })
  const { language, person } = asked
  const none = WORDS[language].noneDue(person!.called, WORDS[language].future)
  return listOf(rows, asked, none)
}

const completed =
  (take: number): RecordReader =>
  async (reader, asked) => {
    const { period, language, person } = asked
    const days = period ? { from: period.startsOn, until: period.endsOn } : {}
    const rows = await find(reader, asked, { statuses: ['COMPLETED'], ...days, take })
    return listOf(rows, asked, WORDS[language].noneDone(person!.called))
  }

export const ASSESSMENT_READERS = {
  ASSESSMENTS_DUE: due,
  ASSESSMENTS_OVERDUE: overdue,
  ASSESSMENT_COUNT: count,
  NEXT_ASSESSMENT: next,
  LAST_ASSESSMENT: completed(1),
  CHILD_ASSESSMENTS_DUE: due,
  CHILD_ASSESSMENTS_OVERDUE: overdue,
  COMPLETED_ASSESSMENTS: completed(MOST_STATEMENTS + 1),
} satisfies Record<string, RecordReader>
