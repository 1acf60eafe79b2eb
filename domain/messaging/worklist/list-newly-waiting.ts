import type { Context } from '#platform/core/context/context.ts'
import {
  permissionsIn,
  permissionsOfRole,
  ROLES,
  type Role,
} from '#platform/core/access/permissions.ts'
import { named } from '#platform/core/context/registry.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { EntryRow } from './entry-row.ts'
import { readable } from './readable.ts'
import type { WorklistKind } from './worklist-kinds.ts'
import { worklistSql } from './worklist-sql.ts'

interface Asked {
  kinds: readonly WorklistKind[]
  /** The range in which entries began to wait: from, inclusive, until, exclusive. */
  from: Date
  until: Date
  limit: number
}

/** An entry with the people whom it waits for. */
export interface NewlyWaiting extends EntryRow {
  title: string
  consequence: string
  /** The roles that are asked: those that the entry names or, if it names nobody, those that may act. */
  waitsForRoles: string[]
}

/**
 * The entries of these kinds that began to wait in a range of time, earliest first, as the caller sees them. Snoozed
 * entries are included. The next call continues at `since` of the last entry.
 */
export const listNewlyWaiting = (
  ctx: Context,
  { kinds: asked, from, until, limit }: Asked,
): Promise<NewlyWaiting[]> =>
  read(ctx, 'tasks:read', async (reader) => {
    const { worklist, followUps } = reader.platform.registry
    const { kinds, followUps: readableFollowUps } = readable(reader, asked)
    const values = [reader.tenantId, reader.now, readableFollowUps, kinds, from, until, limit]
    const rows = await reader.sql<EntryRow>(worklistSql(worklist).since, values)
    return rows.map((row) => {
      const { title, consequence } = worklist[row.kind]
      return {
        ...row,
        title: row.title ?? title,
        consequence:
          row.followUpKind === null ? consequence : named(followUps, row.followUpKind).ifNobodyActs,
        waitsForRoles: row.assigneeId === null ? rolesFor(worklist[row.kind], row) : [],
      }
    })
  })

const rolesFor = (
  { actions }: { actions: readonly { needs: Parameters<typeof permissionsIn>[0] }[] },
  { roles }: EntryRow,
): string[] => {
  if (roles.length > 0) return roles
  const mayAct = (role: Role) =>
    actions.some(({ needs }) =>
      permissionsIn(needs).every((needed) => permissionsOfRole(role).has(needed)),
    )
  return (Object.keys(ROLES) as Role[]).filter((role) => role !== 'OWNER' && mayAct(role))
}
