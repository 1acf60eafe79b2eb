import { can } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { ChildChart } from './schemas.ts'

/**
 * A child's current guardians, in one statement. Callers who cannot read clients get their names without contact
 * data.
 */
export const loadGuardians = (reader: Reader, childId: string): Promise<ChildChart['guardians']> =>
  reader.sql(
    `SELECT g.id AS "guardianshipId", c.id AS "clientId", c.name, CASE WHEN $3 THEN c.email END AS email,
       CASE WHEN $3 THEN c.phone END AS phone, g.relationship, g.legal, g.billing
     FROM guardianships g JOIN clients c ON c.tenant_id = g.tenant_id AND c.id = g.client_id
     WHERE g.tenant_id = $1 AND g.child_id = $2 AND g.ended_at IS NULL ORDER BY g.id`,
    [reader.tenantId, childId, can(reader.actor, 'clients:read')],
  )
