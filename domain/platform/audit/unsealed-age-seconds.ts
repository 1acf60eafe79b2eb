import type { Platform } from '../core/context/platform.ts'
import { systemSql, type Statement } from '../identity/system-sql.ts'

/**
 * The age of the oldest unsealed entry of any tenant; 0 if all are sealed. The worker seals every minute, so
 * more than a few minutes mean that sealing has stopped or is refused.
 */
export const unsealedAgeSeconds = async (platform: Platform): Promise<number> => {
  const [row] = await systemSql(platform)<{ oldest: Date | null }>(OLDEST)
  const ageMs = row?.oldest ? platform.clock.now().getTime() - row.oldest.getTime() : 0
  return Math.max(0, ageMs / 1_000)
}

/** Two index probes per tenant, however long its trail is. */
const OLDEST: Statement = {
  name: 'audit_unsealed_oldest',
  text: `SELECT min(entry.occurred_at) AS oldest FROM tenants t
    LEFT JOIN LATERAL (SELECT until_xid::xid8 FROM audit_seals s WHERE s.tenant_id = t.tenant_id
      ORDER BY number DESC LIMIT 1) newest ON true
    CROSS JOIN LATERAL (SELECT occurred_at FROM audit_entries e WHERE e.tenant_id = t.tenant_id
      AND e.xid >= coalesce(newest.until_xid, '0') ORDER BY e.xid, e.seq LIMIT 1) entry`,
}
