import { systemContext } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { watchLicense } from './watch-license.ts'

interface WatchOptions {
  /** Identifies the run in the audit trail. */
  workflowId?: string | undefined
  /** The number of licenses per query. */
  batchSize?: number
  /** Aborts between two licenses by throwing its reason. */
  signal?: AbortSignal
}

interface Due {
  tenantId: string
  id: string
  watchAt: Date
}

/**
 * Sends reminders of expiring licenses and suspends providers with expired ones, in all centres. The due
 * licenses are one index range, and each is handled in its own transaction. Idempotent. A failure does not stop
 * the others; the first error is thrown at the end. Returns the number of licenses. Called by a schedule.
 */
export const watchLicenses = async (
  platform: Platform,
  { workflowId, batchSize = 100, signal }: WatchOptions = {},
): Promise<number> => {
  const now = platform.clock.now()
  const errors: unknown[] = []
  let after: Due = { tenantId: '', id: '', watchAt: new Date(0) }
  for (let total = 0; ;) {
    const due = await systemSql(platform)<Due>(LICENSES_DUE, [
      now,
      after.watchAt,
      after.tenantId,
      after.id,
      batchSize,
    ])
    for (const { tenantId, id } of due) {
      signal?.throwIfAborted()
      const act = { tenantId, action: 'watchLicenses', ...(workflowId && { workflowId }) }
      await watchLicense(systemContext(platform, act), { id }).catch((error: unknown) =>
        errors.push(error),
      )
    }
    total += due.length
    if (due.length < batchSize) {
      if (errors.length > 0) throw errors[0]
      return total
    }
    after = due.at(-1)!
  }
}

/** Nothing is written for a suspended centre: its licenses are handled after it resumes. */
export const LICENSES_DUE = {
  name: 'licenses_due',
  text: `
    SELECT l.tenant_id AS "tenantId", l.id, l.watch_at AS "watchAt" FROM provider_licenses l
    WHERE l.watch_at <= $1 AND (l.watch_at, l.tenant_id, l.id) > ($2, $3, $4)
      AND l.tenant_id <> ALL (ARRAY(SELECT tenant_id FROM tenants WHERE status <> 'ACTIVE'))
    ORDER BY l.watch_at, l.tenant_id, l.id LIMIT $5`,
}
