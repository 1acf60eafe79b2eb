import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { groupsOfTables } from './remove-closed-tenants.ts'

export interface RemovalPlan {
  name: string
  /** The number of rows in each table that is not empty. */
  goes: Record<string, number>
  files: number
  stays: Record<string, number>
}

const STAYS = ['audit_entries', 'audit_heads', 'audit_seals', 'tenants']

/** The data that closing a centre would delete now, and the data that it would keep. */
export const describeRemoval = async (ctx: OutsideContext): Promise<RemovalPlan> => {
  const tables = (await groupsOfTables(ctx.platform)).flat().toSorted()
  const rows = await read(ctx, 'organization:read', async (reader) => {
    const count = async (names: readonly string[]) => {
      const counts: Record<string, number> = {}
      for (const name of names) {
        const [row] = await reader.sql<{ n: number }>(
          `SELECT count(*)::int AS n FROM "${name}" WHERE tenant_id = $1`,
          [reader.tenantId],
        )
        if (row!.n > 0) counts[name] = row!.n
      }
      return counts
    }
    const [{ name } = { name: '' }] = await reader.sql<{ name: string }>(NAME, [reader.tenantId])
    return { name, goes: await count(tables), stays: await count(STAYS) }
  })
  let files = 0
  for await (const _ of ctx.platform.files.list(ctx.tenantId)) files++
  return { ...rows, files }
}

const NAME = 'SELECT name FROM tenants WHERE tenant_id = $1'
