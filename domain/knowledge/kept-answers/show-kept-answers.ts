import type { KeptAnswer as KeptAnswerRow } from '#prisma/generated/client.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import type { Permission } from '#platform/core/permissions.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { missingOf } from '#platform/core/withheld.ts'
import { toKeptAnswer, type KeptAnswer } from './schemas.ts'

/**
 * As the API answers them. What documents say is shown to who may ask the assistant now, and to who manages knowledge: a
 * person who has lost the roles of an assistant keeps the question alone.
 */
export const showKeptAnswers = async (
  rows: KeptAnswerRow[],
  reader: Reader,
): Promise<KeptAnswer[]> => {
  const closed = await closedTo(
    reader,
    rows.map(({ assistantId }) => assistantId),
  )
  return rows.map((row) => {
    const takes: Permission[] = closed.has(row.assistantId)
      ? ['knowledge:read', 'knowledge:write']
      : ['knowledge:read']
    return toKeptAnswer(row, missingOf(reader.actor, takes))
  })
}

/** Of assistants those that are for people with roles that the reader does not have. */
const closedTo = async (
  reader: Reader,
  assistantIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { tenantId, actor } = reader
  if (actor.kind !== 'USER' || assistantIds.length === 0) return new Set()
  const [user, assistants] = await Promise.all([
    reader.db.user.findFirst({ where: inTenant(reader, actor.id), select: { roles: true } }),
    reader.sql<{ id: string; roles: string[] }>(ROLES, [tenantId, [...new Set(assistantIds)]]),
  ])
  const isFor = ({ roles }: { roles: string[] }) =>
    roles.length === 0 || roles.some((role) => user?.roles.includes(role))
  return new Set(assistants.filter((it) => !isFor(it)).map(({ id }) => id))
}

const ROLES = `
  SELECT a.id, v.roles FROM assistants a
  JOIN assistant_versions v ON v.tenant_id = $1 AND v.assistant_id = a.id AND v.number = a.published_version
  WHERE a.tenant_id = $1 AND a.id = ANY ($2::text[])`
