import { systemContext, type Context } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { rebuild } from './rebuild.ts'
import { takeInAllChanges } from './take-in-all-changes.ts'

interface RollUpOptions {
  /** Names the run in the audit trail. */
  workflowId?: string | undefined
  /** Changes that one transaction takes in. */
  batchSize?: number
  /** Ends the work between two transactions, by throwing its reason. */
  signal?: AbortSignal
}

/**
 * Takes in what has changed, of all centres, until nothing is left, and then goes on with rebuilds that are under way.
 * Safe to run twice and in several processes. What of one centre fails does not hold up the others; the first error is
 * thrown at the end. For a schedule.
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

/** Of a centre that is suspended nothing is written: its changes are taken in when it goes on. */
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
