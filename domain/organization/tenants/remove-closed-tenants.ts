import { Prisma } from '#prisma/generated/client.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { OpenPlatform, Platform } from '#platform/core/context/platform.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { removalOrder, type Reference } from './removal-order.ts'

export interface RemovalOptions {
  /** Identifies the run in the audit trail. */
  workflowId?: string | undefined
  /** Maximum number of rows per statement. */
  batchSize?: number
  /** Aborts between two batches by throwing its reason. The next run continues. */
  signal?: Pick<AbortSignal, 'throwIfAborted'>
}

export interface Removal {
  /** Counts for this run only; a continued removal counts only the remainder. */
  rows: number
  files: number
}

/**
 * Removes centres that are due, table by table and batch by batch, each batch in its own transaction. It can
 * run twice and in several processes. A failure does not stop the others; errors are thrown at the end. Called
 * by a schedule.
 */
export const removeClosedTenants = async (
  platform: OpenPlatform,
  onRemoved: (tenantId: string, removal: Removal) => void,
  options: RemovalOptions = {},
): Promise<void> => {
  const failures: unknown[] = []
  for (const { tenantId } of await systemSql(platform)<{ tenantId: string }>(DUE)) {
    options.signal?.throwIfAborted()
    try {
      onRemoved(tenantId, await removeTenant(platform, tenantId, options))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Several centres could not be removed')
}

const removeTenant = async (
  platform: OpenPlatform,
  tenantId: string,
  { workflowId, batchSize = 1_000, signal }: RemovalOptions,
): Promise<Removal> => {
  const sql = systemSql(platform)
  const groups = await groupsOfTables(platform)
  const removeRows = async (): Promise<number> => {
    let rows = 0
    for (const group of groups)
      for (let removed = Infinity; removed > 0; rows += removed) {
        signal?.throwIfAborted()
        const [row] = await sql<{ removed: number }>(REMOVE, [tenantId, group, batchSize])
        removed = row!.removed
      }
    return rows
  }
  // Repeats until nothing is left, because earlier transactions may have written to tables that were already
  // emptied.
  let rows = 0
  for (let removed = Infinity; removed > 0; rows += removed) removed = await removeRows()
  let files = 0
  for await (const { key } of platform.files.list(tenantId)) {
    signal?.throwIfAborted()
    await platform.files.remove(key)
    files++
  }
  const act = { tenantId, action: 'removeClosedTenants', ...(workflowId && { workflowId }) }
  await transact(
    { ...systemContext(platform, act), whileClosed: true },
    'organization:write',
    async (tx) => {
      const data = { ...EMPTIED, closedAt: tx.now, ...touched(tx) }
      await tx.db.tenant.update({ where: { id: tenantId }, data })
      const nobodyIsTold = { before: {}, after: {} }
      const subject = { type: 'tenant', id: tenantId } as const
      tx.changed(subject, { closedAt: null }, { closedAt: tx.now }, nobodyIsTold)
    },
  )
  return { rows, files }
}

const CLOSED = '[closed]'

/** Columns that are cleared in the row of a closed centre. Its settings name nobody. */
const EMPTIED = {
  name: CLOSED,
  statusReason: CLOSED,
  privacyContactEmail: null,
  messageSenderName: null,
  messageReplyToEmail: null,
  smsSender: null,
  whatsappSender: null,
  messageLogo: Prisma.DbNull,
  closures: Prisma.DbNull,
}

/** The tables to remove, read from the database so that future ones are included. */
export const groupsOfTables = async (platform: Platform): Promise<string[][]> => {
  const sql = systemSql(platform)
  const [tables, references] = await Promise.all([
    sql<{ name: string }>(TABLES),
    sql<Reference>(FOREIGN_KEYS),
  ])
  return removalOrder(
    tables.map(({ name }) => name),
    references,
  )
}

const DUE = {
  name: 'closed_tenants',
  text: `SELECT tenant_id AS "tenantId" FROM tenants WHERE closes_at <= now() AND closed_at IS NULL ORDER BY closes_at`,
}

const REMOVE = {
  name: 'remove_closed',
  text: 'SELECT therapy.remove_closed($1, $2, $3) AS removed',
}

const TABLES = {
  name: 'removable_tables',
  text: `SELECT c.relname::text AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND has_table_privilege('therapy_closer', c.oid, 'DELETE')
    ORDER BY 1`,
}

const FOREIGN_KEYS = {
  name: 'foreign_keys',
  text: `SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to"
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
}
