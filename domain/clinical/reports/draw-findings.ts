import { Temporal } from 'temporal-polyfill'
import type { Goal as GoalModel } from '#prisma/generated/client.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { atLocalTime, dateColumn, dateIn, dateText, MINUTE_MS } from '#platform/core/time/time.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { Assessment } from '../assessments/schemas.ts'
import { progressOf } from '../goals/get-child-progress.ts'
import { loadPoints } from '../goals/queries.ts'
import { countAttendance } from '../insights/rules.ts'
import type { ReportFindings } from './schemas.ts'

export interface Period {
  childId: string
  startsOn: string
  endsOn: string
}

/** How many sessions and appointments a report names as evidence of attendance. */
const MOST_EVIDENCE = 500

interface SessionRow {
  id: string
  startedAt: Date
  endedAt: Date | null
  attendance: string
  serviceId: string | null
  service: string | null
}

interface MissedRow {
  id: string
  startsAt: Date
  status: 'NO_SHOW' | 'CANCELLED'
  byFamily: boolean
}

interface AssessmentRow {
  assessmentId: string
  instrument: string
  administeredOn: Date
  scores: unknown
}

/** What the record shows of a period. It depends on the period and the records alone, not on the current time. */
export const drawFindings = async (reader: Reader, period: Period): Promise<ReportFindings> => {
  const { childId, startsOn, endsOn } = period
  const { defaultTimeZone: timeZone } = await loadTenantSettings(reader)
  const next = Temporal.PlainDate.from(endsOn).add({ days: 1 }).toString()
  const from = atLocalTime(startsOn, '00:00', timeZone)
  const until = atLocalTime(next, '00:00', timeZone)
  const { tenantId } = reader
  const between = [tenantId, childId, from, until]
  const [sessions, missed, goals, assessments] = await Promise.all([
    reader.sql<SessionRow>(SESSIONS, between),
    reader.sql<MissedRow>(MISSED, between),
    reader.db.goal.findMany({
      where: {
        tenantId,
        childId,
        status: { not: 'CANCELLED' },
        createdAt: { lt: until },
        OR: [{ endedAt: null }, { endedAt: { gte: from } }],
      },
      orderBy: { id: 'asc' },
    }),
    reader.sql<AssessmentRow>(ASSESSMENTS, [
      tenantId,
      childId,
      dateColumn(startsOn),
      dateColumn(endsOn),
    ]),
  ])
  return {
    care: careOf(sessions),
    attendance: attendanceOf(sessions, missed, timeZone),
    goals: await progressUntil(reader, goals, until),
    assessments: assessments.map(({ administeredOn, scores, ...it }) => ({
      ...it,
      administeredOn: dateText(administeredOn),
      scores: fromJson(Assessment.shape.scores, scores) ?? [],
    })),
  }
}

const isAttended = ({ attendance }: SessionRow): boolean => attendance !== 'ABSENT'

const careOf = (sessions: readonly SessionRow[]): ReportFindings['care'] =>
  [...Map.groupBy(sessions.filter(isAttended), ({ serviceId }) => serviceId)].map(
    ([serviceId, of]) => ({
      serviceId,
      service: of[0]!.service,
      sessions: of.length,
      minutes: Math.round(
        of.reduce(
          (sum, { startedAt, endedAt }) => sum + (endedAt ? +endedAt - +startedAt : 0),
          0,
        ) / MINUTE_MS,
      ),
    }),
  )

const attendanceOf = (
  sessions: readonly SessionRow[],
  missed: readonly MissedRow[],
  timeZone: string,
): ReportFindings['attendance'] => {
  const { planned, kept, absent, noShows, cancelled, lost } = countAttendance({ sessions, missed })
  const attended = sessions.filter(isAttended)
  const dayOf = (session: SessionRow | undefined) =>
    session ? dateIn(session.startedAt, timeZone) : null
  const evidence = [
    ...sessions.map(({ id, startedAt: at }) => ({ id, at })),
    ...lost.map(({ id, startsAt: at }) => ({ id, at })),
  ].toSorted((a, b) => +b.at - +a.at || a.id.localeCompare(b.id))
  return {
    planned,
    attended: kept,
    absent,
    noShows,
    cancelledByFamily: cancelled,
    firstOn: dayOf(attended.at(-1)),
    lastOn: dayOf(attended[0]),
    evidenceIds: evidence.slice(0, MOST_EVIDENCE).map(({ id }) => id),
  }
}

/** The progress of goals at the end of the period, as if nothing had been measured or reached later. */
const progressUntil = async (
  reader: Reader,
  goals: readonly GoalModel[],
  until: Date,
): Promise<ReportFindings['goals']> => {
  const points = await loadPoints(
    reader,
    goals.map(({ id }) => id),
  )
  return goals.map((goal) => {
    const achievedAt = goal.achievedAt && goal.achievedAt < until ? goal.achievedAt : null
    const measured = (points.get(goal.id) ?? []).filter(({ at }) => at < until)
    return progressOf({ ...goal, achievedAt }, measured, until)
  })
}

const SESSIONS = `
  SELECT s.id, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.attendance, s.service_id AS "serviceId",
         v.name AS service
  FROM sessions s LEFT JOIN services v ON v.tenant_id = s.tenant_id AND v.id = s.service_id
  WHERE s.tenant_id = $1 AND s.child_id = $2 AND s.started_at >= $3 AND s.started_at < $4
  ORDER BY s.started_at DESC, s.id`

const MISSED = `
  SELECT id, starts_at AS "startsAt", status,
         status = 'CANCELLED' AND cancellation->>'initiator' = 'CLIENT' AS "byFamily"
  FROM appointments
  WHERE tenant_id = $1 AND child_id = $2 AND starts_at >= $3 AND starts_at < $4
    AND (status = 'CANCELLED' OR status = 'NO_SHOW' AND absent_party = 'CLIENT')
  ORDER BY starts_at DESC, id`

const ASSESSMENTS = `
  SELECT a.id AS "assessmentId", i.name AS instrument, a.administered_on AS "administeredOn", a.scores
  FROM assessments a
  JOIN assessment_instruments i ON i.tenant_id = a.tenant_id AND i.id = a.instrument_id
  WHERE a.tenant_id = $1 AND a.child_id = $2 AND a.status = 'COMPLETED'
    AND a.administered_on BETWEEN $3 AND $4
  ORDER BY a.administered_on, a.id`
