import { z } from 'zod'
import type { AuditEntry } from '#prisma/generated/client.ts'
import { loadChild } from '#people/children/queries.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { additionsQuery, paginate } from '#platform/core/lists/paging.ts'
import { subjectTypeOf } from '#platform/core/records/subject-type.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { recordIdsOf } from '#platform/core/records/record-ids-of.ts'
import type { Disclosure } from './schemas.ts'

export const DisclosureQuery = additionsQuery(
  'auditEntry',
  'occurredAt',
  ['-occurredAt', 'occurredAt'],
  {},
)
export type DisclosureQuery = z.infer<typeof DisclosureQuery>

/** The maximum number of results; for more, a shorter period is needed. */
const MOST = 20_000

/** Lists who saw or changed a child's record, when and for which purpose, according to the audit trail. */
export const listChildDisclosures = (
  ctx: Context,
  { id, ...query }: DisclosureQuery & { id: string },
) =>
  read(ctx, 'disclosures:read', async (reader) => {
    const { tenantId } = reader
    const [, records] = await Promise.all([loadChild(reader, id), recordIdsOf(reader, [id])])
    const [entries, grants] = await Promise.all([
      findEntries(reader, id, records, query),
      reader.db.breakGlassGrant.findMany({ where: { tenantId, childId: id } }),
    ])
    const page = await paginate(reader, query, ({ after, descending, take }, through) =>
      through(reader).sql<DisclosureRow>(PAGE[descending ? 'newestFirst' : 'oldestFirst'], [
        tenantId,
        query.ids ? entries.filter((entry) => query.ids!.includes(entry)) : entries,
        after?.[0] ?? null,
        after?.[1] ?? null,
        take,
      ]),
    )
    const callers = {
      where: { tenantId, id: { in: page.data.map(({ actorId }) => actorId) } },
      select: { id: true, name: true, providerId: true },
    }
    const [keys, users] = await Promise.all([
      reader.db.apiKey.findMany(callers),
      reader.db.user.findMany(callers),
    ])
    const known = new Map([...keys, ...users].map((who) => [who.id, who]))
    const show = (row: DisclosureRow): Disclosure => {
      const who = known.get(row.actorId)
      const changes = row.changes as { boundTo?: string; children?: string[] }
      // The limits that the reader had at that time. The row of a write does not contain them.
      const { boundTo: providerId = changes.children ? null : (who?.providerId ?? null) } = changes
      const emergency = grants.some(
        (grant) =>
          grant.providerId === providerId &&
          grant.createdAt <= row.occurredAt &&
          row.occurredAt < (grant.endedAt ?? grant.expiresAt),
      )
      return {
        id: row.id,
        occurredAt: utc(row.occurredAt),
        actor: { kind: row.actorKind, id: row.actorId, name: who?.name ?? null, providerId },
        action: row.action,
        subjectType: row.subjectType === null ? null : subjectTypeOf(row.subjectType),
        subjectId: row.subjectId,
        purpose: emergency ? 'ETREAT' : providerId ? 'TREAT' : 'HOPERAT',
        requestId: row.requestId,
      }
    }
    return { ...page, data: page.data.map(show) }
  })

type DisclosureRow = Pick<
  AuditEntry,
  | 'id'
  | 'occurredAt'
  | 'actorKind'
  | 'actorId'
  | 'action'
  | 'subjectType'
  | 'subjectId'
  | 'requestId'
  | 'changes'
>

/** The ids are passed as one parameter, because Prisma's `in` would be a different statement for each length. */
const pageOf = (order: 'ASC' | 'DESC') => `
  SELECT id, occurred_at AS "occurredAt", actor_kind AS "actorKind", actor_id AS "actorId", action,
         subject_type AS "subjectType", subject_id AS "subjectId", request_id AS "requestId", changes
  FROM audit_entries
  WHERE tenant_id = $1 AND id = ANY ($2)
    AND ($3::timestamptz IS NULL OR (occurred_at, id) ${order === 'ASC' ? '>' : '<'} ($3, $4::text))
  ORDER BY occurred_at ${order}, id ${order} LIMIT $5`

const PAGE = { newestFirst: pageOf('DESC'), oldestFirst: pageOf('ASC') }

const findEntries = async (
  reader: Reader,
  childId: string,
  records: string[],
  { 'occurredAt[gte]': since, 'occurredAt[lt]': until }: DisclosureQuery,
): Promise<string[]> => {
  const rows = await reader.sql<{ id: string }>(
    'SELECT id FROM therapy.disclosures_of($1, $2, $3, $4, $5) AS id',
    [childId, records, since ?? null, until ?? null, MOST + 1],
  )
  if (rows.length <= MOST) return rows.map(({ id }) => id)
  throw invalid(
    'occurredAt[gte]',
    'too_many',
    `The result has more than ${MOST} entries. Narrow the period with occurredAt[gte] and occurredAt[lt].`,
  )
}
