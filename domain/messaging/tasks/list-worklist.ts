import type { Context } from '#platform/core/context/context.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { paginate } from '#platform/core/lists/paging.ts'
import { can } from '#platform/core/access/permissions.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { readableKinds } from '../follow-ups/permission-for.ts'
import { REASONS_THAT_NEED_ACTION } from '../messages/rules.ts'
import { ME, namesOf } from './names-of.ts'
import { NEVER, toWorklistEntry, type WorklistQuery, type WorklistRow } from './worklist-schemas.ts'

/**
 * The worklist: open tasks, and steps of follow-ups that need a person. A step has no task, because its
 * follow-up decides how long it is listed (domain/messaging/README.md).
 */
export const listWorklist = (ctx: Context, query: WorklistQuery) =>
  read(ctx, 'tasks:read', async (reader) => {
    const { names, roles } = await askedFor(reader, query)
    const kinds = can(reader.actor, 'follow-ups:read') ? readableKinds(reader) : []
    const page = await paginate(reader, query, ({ after, descending, take }) =>
      reader.sql<WorklistRow>(PAGE[descending ? 'latestFirst' : 'earliestFirst'], [
        reader.tenantId,
        kinds,
        REASONS_THAT_NEED_ACTION,
        NEVER,
        names,
        roles,
        query.childId ?? null,
        query['dueAt[gte]'] ?? null,
        query['dueAt[lt]'] ?? null,
        after?.[0] ?? null,
        after?.[1] ?? null,
        take,
      ]),
    )
    return { ...page, data: page.data.map((row) => toWorklistEntry(row, reader)) }
  })

/** The requested assignees, by id and by role; null for everybody. */
const askedFor = async (reader: Reader, { assigneeId, role }: WorklistQuery) => {
  if (assigneeId === undefined && role === undefined) return { names: null, roles: null }
  const roles = role === undefined ? [] : [role]
  if (assigneeId !== ME) return { names: assigneeId === undefined ? [] : [assigneeId], roles }
  const { actor } = reader
  const user = await reader.db.user.findFirst({ where: inTenant(reader, actor.id) })
  return { names: namesOf(actor), roles: [...roles, ...(user?.roles ?? [])] }
}

const pageOf = (order: 'ASC' | 'DESC') => `
  SELECT * FROM (
    SELECT t.id, 'TASK' AS kind, t.title, NULL::text AS unreached, COALESCE(t.due_at, $4::timestamptz) AS "dueAt",
           t.subject_type AS "subjectType", t.subject_id AS "subjectId", t.child_id AS "childId",
           t.assignee_id AS "assigneeId", t.role, NULL::text AS "followUpId", NULL::text AS step,
           t.reading_needs AS "readingNeeds"
    FROM tasks t WHERE t.tenant_id = $1 AND t.status = 'OPEN'
    UNION ALL
    SELECT f.id || '/' || s.step, 'FOLLOW_UP_STEP', s.action_required, m.reason, s.due_at, f.subject_type, f.subject_id,
           therapy.child_of(f.subject_id), s.assignee_id, NULL, f.id, s.step, '{}'::text[]
    FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
    LEFT JOIN LATERAL (
      SELECT min(m.reason) AS reason FROM messages m
      WHERE m.tenant_id = $1 AND m.follow_up_id = f.id AND m.step = s.step
        AND m.reason = ANY ($3::text[]) AND m.action_settled_at IS NULL) m ON true
    WHERE f.tenant_id = $1 AND f.kind = ANY ($2::text[]) AND (s.action_required IS NOT NULL OR m.reason IS NOT NULL)
  ) entry
  WHERE ($5::text[] IS NULL OR "assigneeId" = ANY ($5) OR role = ANY ($6::text[]))
    AND ($7::text IS NULL OR "childId" = $7)
    AND ($8::timestamptz IS NULL OR "dueAt" >= $8) AND ($9::timestamptz IS NULL OR "dueAt" < $9)
    AND ($10::timestamptz IS NULL OR ("dueAt", id) ${order === 'ASC' ? '>' : '<'} ($10, $11::text))
  ORDER BY "dueAt" ${order}, id ${order} LIMIT $12`

const PAGE = { earliestFirst: pageOf('ASC'), latestFirst: pageOf('DESC') }
