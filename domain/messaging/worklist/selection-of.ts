import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { ME, namesOf } from '../tasks/names-of.ts'
import type { Readable } from './readable.ts'
import type { WorklistFilters } from './schemas.ts'
import type { Narrowing } from './worklist-sql.ts'

interface Selection {
  narrowing: Narrowing
  /** The parameters 1 to 13 of lists and counts. */
  values: unknown[]
}

/** The entries that a query selects, as parameters of the statements. */
export const selectionOf = async (
  reader: Reader,
  query: WorklistFilters,
  { kinds, actionable, followUps }: Readable,
): Promise<Selection> => {
  const { view, narrowing, names, roles } = await askedFor(reader, query)
  const isMarked = narrowing === 'ASSIGNED' && (await hasMarks(reader, names, roles))
  return {
    narrowing: narrowing === 'ASSIGNED' && !isMarked ? 'NAMED' : narrowing,
    values: [
      reader.tenantId,
      reader.now,
      followUps,
      kinds,
      query.snoozed === 'true',
      query.childId ?? null,
      names,
      roles,
      actionable,
      view,
      query['dueAt[gte]'] ?? null,
      query['dueAt[lt]'] ?? null,
      query.locationId ?? null,
    ],
  }
}

/** Whether entries were handed over to these people or roles, or are claimed by them. */
const hasMarks = async (
  reader: Reader,
  names: readonly string[],
  roles: readonly string[],
): Promise<boolean> => (await reader.sql(SOME_MARK, [reader.tenantId, names, roles])).length > 0

const SOME_MARK = `
  SELECT 1 AS found FROM worklist_marks WHERE tenant_id = $1
    AND (assignee_id = ANY ($2::text[]) OR role = ANY ($3::text[]) OR claimed_by = ANY ($2::text[])) LIMIT 1`

/** The requested assignees, by id and by role. */
const askedFor = async (reader: Reader, { view, assigneeId, role }: WorklistFilters) => {
  const { actor } = reader
  if (view === 'MINE')
    return { view: 'ASSIGNED', narrowing: 'ASSIGNED', names: namesOf(actor), roles: [] } as const
  if (view === 'MY_ROLES') {
    const roles = await rolesOf(reader)
    return { view, narrowing: 'OF_ROLES', names: [], roles } as const
  }
  if (view === 'UNASSIGNED') return { view, narrowing: 'ALL', names: [], roles: [] } as const
  if (assigneeId === undefined && role === undefined)
    return { view: 'ALL', narrowing: 'ALL', names: [], roles: [] } as const
  const asked = role === undefined ? [] : [role]
  const assigned = { view: 'ASSIGNED', narrowing: 'ASSIGNED' } as const
  if (assigneeId === ME)
    return { ...assigned, names: namesOf(actor), roles: [...asked, ...(await rolesOf(reader))] }
  return { ...assigned, names: assigneeId === undefined ? [] : [assigneeId], roles: asked }
}

/** The roles of the caller; API keys have none. */
export const rolesOf = async (reader: Reader): Promise<string[]> => {
  if (reader.actor.kind !== 'USER') return []
  const user = await reader.db.user.findFirst({
    where: inTenant(reader, reader.actor.id),
    select: { roles: true },
  })
  return user?.roles ?? []
}
