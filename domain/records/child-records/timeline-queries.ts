import { z } from 'zod'
import { readableKinds } from '#messaging/follow-ups/permission-for.ts'
import { REASONS_THAT_NEED_ACTION } from '#messaging/messages/rules.ts'
import { loadChild } from '#people/children/queries.ts'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Entity } from '#platform/core/records/ids.ts'
import { instantRange, pageQuery, paginate } from '#platform/core/lists/paging.ts'
import { can, type Actor } from '#platform/core/access/permissions.ts'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { READ_BY } from '#vocabulary/resources.ts'
import {
  TIMELINE_KINDS,
  TIMELINE_STATUSES,
  toTimelineEntry,
  type TimelineRow,
} from './timeline-schemas.ts'

export const TimelineQuery = z.strictObject({
  ...pageQuery('-occursAt', 'occursAt'),
  kind: commaSeparated(z.enum(TIMELINE_KINDS), TIMELINE_KINDS.length)
    .optional()
    .meta({ description: 'Returns only entries of these kinds.' }),
  status: commaSeparated(z.enum(TIMELINE_STATUSES), TIMELINE_STATUSES.length)
    .optional()
    .meta({ description: 'Returns only entries with these statuses.' }),
  ...instantRange('occursAt'),
})
export type TimelineQuery = z.infer<typeof TimelineQuery>

/**
 * What has happened and what is planned for a child, and why something did not happen. It uses only records
 * that the caller may read; each entry requires its own permission.
 */
export const listChildTimeline = (ctx: Context, { id, ...query }: TimelineQuery & { id: string }) =>
  read(ctx, 'children:read', async (reader) => {
    const { tenantId, actor } = reader
    const [, records] = await Promise.all([loadChild(reader, id), recordIdsOf(reader, [id])])
    const { kind = TIMELINE_KINDS, status = TIMELINE_STATUSES } = query
    const followUps = can(actor, 'follow-ups:read') ? readableKinds(reader) : []
    const page = await paginate(reader, query, ({ after, descending, take }, through) =>
      through(reader).sql<TimelineRow>(PAGE[descending ? 'newestFirst' : 'oldestFirst'], [
        tenantId,
        id,
        records,
        kind,
        status,
        followUps,
        readableRecords(actor),
        query['occursAt[gte]'] ?? null,
        query['occursAt[lt]'] ?? null,
        after?.[0] ?? null,
        after?.[1] ?? null,
        take,
        REASONS_THAT_NEED_ACTION,
      ]),
    )
    return { ...page, data: page.data.map(toTimelineEntry) }
  })

const readableRecords = (actor: Actor): string[] =>
  (Object.keys(READ_BY) as Entity[]).filter((entity) => can(actor, `${READ_BY[entity]!}:read`))

/** The sources of the timeline. Each kind of record depends on its permission. */
const sources = () => [
  `SELECT a.id, 'APPOINTMENT' AS kind,
          CASE WHEN a.status IN ('CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR') THEN 'CANCELLED'
            WHEN a.status = 'NO_SHOW' THEN 'SKIPPED' WHEN a.status = 'COMPLETED' THEN 'DONE' ELSE 'SCHEDULED' END AS status,
          a.starts_at AS "occursAt",
          CASE WHEN a.status = 'COMPLETED' THEN a.starts_at
            WHEN a.status IN ('CANCELLED', 'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR', 'NO_SHOW') THEN a.status_changed_at
          END AS "occurredAt",
          a.status::text AS code,
          CASE a.status WHEN 'CANCELLED' THEN a.cancellation->>'reason' WHEN 'DECLINED' THEN a.decline_reason
            WHEN 'ENTERED_IN_ERROR' THEN a.error_reason END AS reason,
          NULL::text AS "actionRequired", 'appointment' AS "subjectType", a.id AS "subjectId",
          NULL::text AS "followUpId", NULL::text AS "actorId"
   FROM appointments a
   WHERE a.tenant_id = $1 AND a.child_id = $2 AND a.held_until IS NULL AND 'appointment' = ANY ($7::text[])`,
  `SELECT f.id || '/' || s.step, 'STEP', s.status,
          CASE WHEN s.status = 'DONE' THEN s.happened_at ELSE s.due_at END, s.happened_at, s.step,
          CASE WHEN s.status <> 'DONE' THEN s.outcome END, s.action_required, f.subject_type, f.subject_id, f.id, NULL
   FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
   WHERE f.tenant_id = $1 AND f.subject_id = ANY ($3::text[]) AND f.kind = ANY ($6::text[])`,
  `SELECT f.id || '/' || s.step || '/acknowledgment', 'DECISION', 'DONE', s.acknowledged_at, s.acknowledged_at,
          'ACKNOWLEDGE', s.acknowledgment_note, NULL, f.subject_type, f.subject_id, f.id, s.acknowledged_by
   FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
   WHERE f.tenant_id = $1 AND f.subject_id = ANY ($3) AND f.kind = ANY ($6) AND s.acknowledged_at IS NOT NULL`,
  `SELECT c.id, 'DECISION', 'DONE', c.created_at, c.created_at, upper(replace(c.kind, '-', '_')), c.reason, NULL,
          'appointment', c.appointment_id, NULL, c.actor_id
   FROM appointments a JOIN appointment_changes c ON c.tenant_id = a.tenant_id AND c.appointment_id = a.id
   WHERE a.tenant_id = $1 AND a.child_id = $2 AND 'appointment' = ANY ($7)`,
  `SELECT o.id, 'EVENT', 'DONE', o.created_at, o.created_at, o.type, NULL, NULL, o.subject_type, o.subject_id, NULL, NULL
   FROM outbox o
   WHERE o.tenant_id = $1 AND o.kind = 'event' AND o.subject_id = ANY ($3) AND o.subject_type = ANY ($7)`,
  // Occurs on a day, which starts at the program's location.
  `SELECT d.id, 'DEADLINE',
          CASE d.state WHEN 'MET' THEN 'DONE' WHEN 'NOT_MET' THEN 'SKIPPED' WHEN 'NOT_OWED' THEN 'CANCELLED' ELSE 'SCHEDULED' END,
          therapy.instant_of(COALESCE(d.met_on, d.due_on)::timestamp, COALESCE(l.time_zone, o.default_time_zone)),
          therapy.instant_of(d.met_on::timestamp, COALESCE(l.time_zone, o.default_time_zone)),
          concat_ws('.', d.clock, d.ifsp_service),
          CASE WHEN d.state = 'MET' AND d.met_on > d.due_on THEN 'met ' || (d.met_on - d.due_on) || ' days late' || COALESCE(': ' || d.late_cause::text, '')
            WHEN d.state = 'NOT_MET' THEN 'not met by ' || d.due_on || COALESCE(': ' || d.late_cause::text, '')
            ELSE d.not_owed::text END,
          NULL, 'program', d.program_id, NULL, NULL
   FROM early_intervention_programs p
   JOIN program_deadlines d ON d.tenant_id = p.tenant_id AND d.program_id = p.id
   JOIN tenants o ON o.tenant_id = p.tenant_id
   LEFT JOIN locations l ON l.tenant_id = p.tenant_id AND l.id = p.location_id
   WHERE p.tenant_id = $1 AND p.child_id = $2 AND 'programDeadline' = ANY ($7)`,
  `SELECT c.id, 'CHECK_IN', 'DONE', c.created_at, c.created_at, c.channel::text, NULL,
          CASE WHEN c.worrying AND c.acknowledged_at IS NULL THEN 'nobody has acknowledged the answer' END,
          'familyCheckIn', c.id, NULL, NULL
   FROM early_intervention_programs p
   JOIN family_check_ins c ON c.tenant_id = p.tenant_id AND c.program_id = p.id
   WHERE p.tenant_id = $1 AND p.child_id = $2 AND 'familyCheckIn' = ANY ($7)`,
  // Agent runs that the child's events started, that ask about the child, or that call a model about the child.
  // Runs whose lists merely include the child do not count.
  `SELECT s.id, 'AGENT',
          CASE WHEN s.status IN ('WAITING', 'RUNNING') THEN 'SCHEDULED' WHEN s.status = 'FAILED' THEN 'SKIPPED'
            WHEN s.output->>'decision' IN ('REJECTED', 'EXPIRED') THEN 'CANCELLED' ELSE 'DONE' END,
          COALESCE(s.finished_at, s.waits_until, s.started_at), s.finished_at, s.type || ' ' || s.node,
          COALESCE(s.failure_message, s.decision_reason),
          CASE WHEN s.status = 'WAITING' THEN 'somebody has to decide on it' END,
          'agentRun', s.run_id, NULL, s.decided_by
   FROM agent_run_steps s
   WHERE s.tenant_id = $1 AND s.person_ids @> ARRAY[$2::text] AND s.type IN ('TRIGGER', 'AGENT', 'APPROVAL')
     AND 'agentRunStep' = ANY ($7)`,
  // The effects of agents on the child's records.
  `SELECT a.idempotency_key, 'AGENT', CASE a.status WHEN 'DONE' THEN 'DONE' ELSE 'SKIPPED' END, a.performed_at, a.performed_at,
          'ACTION ' || a.action, a.outcome, NULL, a.subject_type, a.subject_id, NULL, a.performed_by
   FROM performed_actions a
   WHERE a.tenant_id = $1 AND a.run_id IS NOT NULL AND a.subject_id = ANY ($3)
     AND 'agentRunStep' = ANY ($7) AND a.subject_type = ANY ($7)`,
]

/** Each source returns at most one page. Recipients who could not be reached are looked up only for these. */
const pageOf = (order: 'ASC' | 'DESC') => {
  const inOrder = `ORDER BY "occursAt" ${order}, id ${order} LIMIT $12`
  const entries = sources().map(
    (source) => `
  (SELECT * FROM (${source}) entry(id, kind, status, "occursAt", "occurredAt", code, reason, "actionRequired",
     "subjectType", "subjectId", "followUpId", "actorId")
   WHERE kind = ANY ($4::text[]) AND status = ANY ($5::text[])
     AND ($8::timestamptz IS NULL OR "occursAt" >= $8) AND ($9::timestamptz IS NULL OR "occursAt" < $9)
     AND ($10::timestamptz IS NULL OR ("occursAt", id) ${order === 'ASC' ? '>' : '<'} ($10, $11::text))
   ${inOrder})`,
  )
  return `
  SELECT e.id, e.kind, e.status, e."occursAt", e."occurredAt", e.code, COALESCE(e.reason, m.unmet) AS reason,
         COALESCE(e."actionRequired", m.unmet) AS "actionRequired", e."subjectType", e."subjectId", e."followUpId", e."actorId"
  FROM (SELECT * FROM (${entries.join('\n  UNION ALL')}) entries ${inOrder}) e
  LEFT JOIN LATERAL (
    SELECT string_agg(DISTINCT m.reason, ', ') AS unmet FROM messages m
    WHERE e.kind = 'STEP' AND m.tenant_id = $1 AND m.follow_up_id = e."followUpId" AND m.step = e.code
      AND m.reason = ANY ($13::text[]) AND m.action_settled_at IS NULL) m ON true
  ORDER BY e."occursAt" ${order}, e.id ${order}`
}

const PAGE = { newestFirst: pageOf('DESC'), oldestFirst: pageOf('ASC') }
