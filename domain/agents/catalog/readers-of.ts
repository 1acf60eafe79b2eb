import { seesAllOf } from '#analytics/figures/assert-may-see.ts'
import { refusalByCells } from '#analytics/figures/tell-cells.ts'
import type { LocationAnalyticsQuery } from '#analytics/figures/schemas.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { can } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadActors } from '#platform/identity/load-actors.ts'

interface Named {
  userIds: readonly string[]
  roles: readonly string[]
}

const MOST_READERS = 50

/** The named users who may request these figures, and whether small figures are withheld from any of them. */
export const readersOf = async (
  reader: Reader,
  query: LocationAnalyticsQuery,
  named: Named,
): Promise<{ ids: string[]; withholding: boolean }> => {
  const users = await reader.sql<{ id: string }>(NAMED, [
    reader.tenantId,
    named.userIds,
    named.roles,
    MOST_READERS + 1,
  ])
  if (users.length > MOST_READERS)
    throw invalid(
      'parameters.roles',
      'too_many',
      `More than ${MOST_READERS} users have the roles in parameters.roles. Choose fewer roles.`,
    )
  const { smallFiguresWithheld } = await loadTenantSettings(reader)
  const isOfCells = refusalByCells(query) === undefined
  const ids: string[] = []
  let seesSmall = true
  for (const { id } of users) {
    const actors = (await loadActors(reader, id))?.filter((actor) => seesAllOf(actor, query)) ?? []
    if (actors.length === 0) continue
    const seesFew = actors.some((actor) => can(actor, 'sessions:read'))
    if (smallFiguresWithheld && !isOfCells && !seesFew) continue
    ids.push(id)
    seesSmall &&= seesFew
  }
  return { ids, withholding: smallFiguresWithheld && !seesSmall }
}

const NAMED = `
  SELECT id FROM users
  WHERE tenant_id = $1 AND status = 'ACTIVE' AND (id = ANY ($2) OR roles && $3::text[])
  ORDER BY id LIMIT $4`
