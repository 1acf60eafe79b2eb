import { Temporal } from 'temporal-polyfill'
import { DAY_MS, dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { ranked, type Candidate, type Recommendation } from './rules.ts'
import type { RecallCriteria } from './schemas.ts'

/** For this many days after a message, a family is not contacted again. */
const PEACE_DAYS = 14

/** Ranks the children who are due, or only the given child. Uses only records. */
export const recommend = async (
  reader: Reader,
  { instrumentId, providerId, dueWithinDays, limit }: RecallCriteria,
  childId: string | null = null,
): Promise<{ today: string; due: number; recommendations: Recommendation[] }> => {
  const { defaultTimeZone } = await loadTenantSettings(reader)
  const today = dateIn(reader.now, defaultTimeZone)
  const until = Temporal.PlainDate.from(today).add({ days: dueWithinDays }).toString()
  const peace = new Date(reader.now.getTime() - PEACE_DAYS * DAY_MS)
  const candidates = await reader.sql<Candidate>(CANDIDATES, [
    reader.tenantId,
    until,
    instrumentId,
    providerId,
    childId,
    reader.now,
    peace,
  ])
  const all = ranked(candidates, today)
  return { today, due: all.length, recommendations: all.slice(0, limit) }
}

const CANDIDATES = `
  SELECT d.*, (
      SELECT p.id FROM early_intervention_programs p
      WHERE p.tenant_id = $1 AND p.child_id = d."childId" AND p.status = 'ACTIVE') AS "programId", (
      SELECT b.id FROM appointments b WHERE b.tenant_id = $1 AND b.child_id = d."childId" AND b.type = 'ASSESSMENT'
        AND b.starts_at >= $6 AND b.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN')
      ORDER BY b.starts_at LIMIT 1) AS "bookedId", (
      SELECT m.id FROM messages m WHERE m.tenant_id = $1 AND m.subject_id = d."childId" AND m.created_at > $7
        AND m.template = 'assessment.recall' AND m.status IN ('QUEUED', 'SENT')
      ORDER BY m.id DESC LIMIT 1) AS "recalledId",
    ARRAY(
      SELECT c.id FROM guardianships g JOIN clients c ON c.tenant_id = g.tenant_id AND c.id = g.client_id
      WHERE g.tenant_id = $1 AND g.child_id = d."childId" AND g.legal AND g.ended_at IS NULL
        AND c.archived_at IS NULL AND c.email IS NOT NULL
      ORDER BY c.id) AS "recipientIds"
  FROM (
    SELECT k.id AS "childId", k.birth_date::text AS "birthDate",
           jsonb_agg(jsonb_build_object('id', a.id, 'dueOn', a.due_on, 'overdueOn', a.due_on + s.grace_days)
                     ORDER BY a.due_on, a.id) AS assessments
    FROM assessments a
    JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id AND k.archived_at IS NULL AND k.discharged_at IS NULL AND k.restricted_at IS NULL
    JOIN assessment_schedules s ON s.tenant_id = a.tenant_id AND s.id = a.schedule_id
    WHERE a.tenant_id = $1 AND a.status IN ('SCHEDULED', 'DUE', 'OVERDUE') AND a.due_on <= $2::date
      AND ($3::text IS NULL OR a.instrument_id = $3)
      AND ($4::text IS NULL OR COALESCE(s.provider_id, k.primary_provider_id) = $4)
      AND ($5::text IS NULL OR k.id = $5)
    GROUP BY k.tenant_id, k.id) d`
