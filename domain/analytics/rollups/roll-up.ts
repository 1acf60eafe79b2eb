import { systemContext, type Context } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { rebuild } from './rebuild.ts'
import { takeInAllChanges } from './take-in-all-changes.ts'

interface RollUpOptions {
  /** Identifies the run in the audit trail. */
  workflowId?: string | undefined
  /** The number of changes per transaction. */
  batchSize?: number
  /** Aborts between two transactions by throwing its reason. */
  signal?: AbortSignal
}

/**
 * Counts all pending changes of all centres, and then continues rebuilds in progress. It can run twice and in
 * several processes. A failure in one centre does not stop the others; the first error is thrown at the end.
 * Called by a schedule.
 */
export const rollUp = async (
  platform: Platform,
  { workflowId, batchSize, signal }: RollUpOptions = {},
): Promise<number> => {
  const errors: unknown[] = []
  let taken = 0
  const eachOf = async (
    tenants: Parameters<ReturnType<typeof systemSql>>[0],
    work: (ctx: Context) => Promise<void>,
  ) => {
    for (const { tenantId } of await systemSql(platform)<{ tenantId: string }>(tenants)) {
      const act = { tenantId, action: 'rollUpAnalytics', ...(workflowId && { workflowId }) }
      try {
        await work(systemContext(platform, act))
      } catch (error) {
        signal?.throwIfAborted()
        errors.push(error)
      }
    }
  }
  await eachOf(TENANTS_CHANGED, async (ctx) => {
    taken += await takeInAllChanges(ctx, { ...(batchSize !== undefined && { batchSize }), signal })
  })
  await eachOf(TENANTS_REBUILT, async (ctx) => {
    await rebuild(ctx, signal && { signal })
  })
  if (errors.length > 0) throw errors[0]
  return taken
}

/** Nothing is written for a suspended centre; its changes are counted after it resumes. */
const TENANTS_CHANGED = {
  name: 'analytics_tenants_changed',
  text: `
    SELECT t.tenant_id AS "tenantId" FROM tenants t
    WHERE t.status = 'ACTIVE' AND EXISTS (SELECT FROM analytics_changes c WHERE c.tenant_id = t.tenant_id)`,
}

const TENANTS_REBUILT = {
  name: 'analytics_tenants_rebuilt',
  text: `
    SELECT t.tenant_id AS "tenantId" FROM tenants t
    JOIN analytics_rebuilds r ON r.tenant_id = t.tenant_id
    WHERE t.status = 'ACTIVE'`,
}
