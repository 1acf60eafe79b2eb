import { loadChild } from '#people/children/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { addMinutes, utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { progressOf } from '../goals/get-child-progress.ts'
import { loadPoints } from '../goals/queries.ts'
import { assertUnrestricted } from '#people/persons/assert-unrestricted.ts'
import { insightsOf, WINDOW_DAYS, type Records } from './rules.ts'
import type { ChildInsights } from './schemas.ts'
import { summaryOf } from './summary-of.ts'

/** Insights summarize the child's goals and sessions, so they require the permissions to read both. */
export const INSIGHTS_NEED = [
  'insights:read',
  'children:read',
  'sessions:read',
  'goals:read',
] as const

const DAY_MINUTES = 24 * 60

/** Statements about a child's progress, computed only from records, with their evidence. */
export const getChildInsights = (ctx: Context, { id }: { id: string }): Promise<ChildInsights> =>
  read(ctx, INSIGHTS_NEED, async (reader) => {
    await assertUnrestricted(reader, await loadChild(reader, id))
    const insights = insightsOf(await loadRecords(reader, id), reader.now)
    return {
      childId: id,
      computedAt: utc(reader.now),
      generatedBy: 'RULES',
      windowDays: WINDOW_DAYS,
      summary: summaryOf(insights),
      insights,
    }
  })

const loadRecords = async (reader: Reader, childId: string): Promise<Records> => {
  const { tenantId, now } = reader
  const since = addMinutes(now, -WINDOW_DAYS * DAY_MINUTES)
  const ofChild = [tenantId, childId]
  const [goals, reviews, sessions, [lastSession], missed, [nextAppointment]] = await Promise.all([
    reader.db.goal.findMany({
      where: { tenantId, childId, status: { not: 'CANCELLED' } },
      orderBy: { id: 'asc' },
    }),
    reader.sql<Records['reviews'][number]>(REVIEWS, ofChild),
    reader.sql<Records['sessions'][number]>(SESSIONS, [...ofChild, since]),
    reader.sql<NonNullable<Records['lastSession']>>(LAST_SESSION, ofChild),
    reader.sql<Records['missed'][number]>(MISSED, [...ofChild, since, now]),
    reader.sql<NonNullable<Records['nextAppointment']>>(NEXT, [...ofChild, now]),
  ])
  const points = await loadPoints(
    reader,
    goals.map((goal) => goal.id),
  )
  return {
    goals: goals.map((goal) => progressOf(goal, points.get(goal.id) ?? [], now)),
    reviews,
    sessions,
    lastSession: lastSession ?? null,
    missed,
    nextAppointment: nextAppointment ?? null,
  }
}

const REVIEWS = `
  SELECT r.id, r.goal_id AS "goalId", r.reason, r.created_at AS "createdAt"
  FROM goal_reviews r JOIN goals g ON g.tenant_id = r.tenant_id AND g.id = r.goal_id
  WHERE g.tenant_id = $1 AND g.child_id = $2 AND r.status = 'OPEN' ORDER BY r.id`

const SESSIONS = `
  SELECT s.id, s.started_at AS "startedAt", s.attendance,
         ARRAY(SELECT goal_id FROM session_goals w WHERE w.tenant_id = s.tenant_id AND w.session_id = s.id) AS "goalIds"
  FROM sessions s WHERE s.tenant_id = $1 AND s.child_id = $2 AND s.started_at >= $3
  ORDER BY s.started_at DESC`

const LAST_SESSION = `
  SELECT id, started_at AS "startedAt" FROM sessions
  WHERE tenant_id = $1 AND child_id = $2 AND attendance <> 'ABSENT' ORDER BY started_at DESC LIMIT 1`

/**
 * Appointments that were cancelled or that the family missed. Absences from sessions come from the sessions'
 * attendance.
 */
const MISSED = `
  SELECT id, status, status = 'CANCELLED' AND cancellation->>'initiator' = 'CLIENT' AS "byFamily"
  FROM appointments
  WHERE tenant_id = $1 AND child_id = $2 AND starts_at >= $3 AND starts_at < $4
    AND (status = 'CANCELLED' OR status = 'NO_SHOW' AND absent_party = 'CLIENT')
  ORDER BY starts_at DESC`

const NEXT = `
  SELECT id, starts_at AS "startsAt" FROM appointments
  WHERE tenant_id = $1 AND child_id = $2 AND starts_at > $3
    AND status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED')
  ORDER BY starts_at LIMIT 1`
