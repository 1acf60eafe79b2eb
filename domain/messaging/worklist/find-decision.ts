import { can } from '#platform/core/access/permissions.ts'
import type { Context } from '#platform/core/context/context.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { READ_BY, RECORDS } from '#vocabulary/resources.ts'
import { recordOfEntry } from './record-of-entry.ts'

/** How a wait ended: by which operation, who called it, and when. */
export interface Decision {
  operation: string
  /** The person's name; null for an API key or the platform. */
  by: string | null
  at: Date
}

/** What ended the wait of an entry that is no longer listed, for callers who may see its record. */
export const findDecision = (
  ctx: Context,
  { entryId }: { entryId: string },
): Promise<Decision | undefined> =>
  read(ctx, 'tasks:read', async (reader) => {
    const subject = subjectOf(recordOfEntry(entryId))
    if (!subject) return undefined
    const { table } = RECORDS[subject.type]
    const resource = READ_BY[subject.type]
    if (!table || !resource || !can(reader.actor, `${resource}:read`)) return undefined
    const { tenantId, platform } = reader
    const operations = Object.values(platform.registry.worklist).flatMap(({ actions }) =>
      actions.map(({ operation }) => operation),
    )
    const seen = await reader.sql(`SELECT 1 FROM ${table} WHERE tenant_id = $1 AND id = $2`, [
      tenantId,
      subject.id,
    ])
    if (seen.length === 0) return undefined
    const [found] = await reader.sql<Decision>(LAST, [tenantId, subject.id, operations])
    return found
  })

const LAST = `
  SELECT a.action AS operation, u.name AS by, a.occurred_at AS at
  FROM audit_entries a LEFT JOIN users u ON u.tenant_id = a.tenant_id AND u.id = a.actor_id
  WHERE a.tenant_id = $1 AND a.subject_id = $2 AND a.action = ANY ($3::text[]) AND a.outcome = 'ALLOWED'
  ORDER BY a.occurred_at DESC, a.id DESC LIMIT 1`
