import { DAY_MS } from '../time/time.ts'
import type { Reader } from '../transactions/transaction.ts'
import { permissionsOfRole, ROLES, type Permission, type Role } from './permissions.ts'

/**
 * For how many days nobody else may have been able to approve. Otherwise an owner could take the right from the
 * second person for a moment.
 */
const ALONE_FOR_DAYS = 7

/**
 * Whether the caller may approve what acts for them: the centre has allowed it (`soleApprovals`), and the caller is
 * the only signed-in person who has, or recently had, the permission for the whole centre. The roles that a step
 * names do not matter: who writes them could leave the second person out.
 */
export const mayApproveAlone = async (
  reader: Pick<Reader, 'actor' | 'now' | 'sql' | 'tenantId'>,
  permission: Permission,
): Promise<boolean> => {
  const { actor, now, tenantId } = reader
  if (actor.kind !== 'USER' || actor.isDelegated) return false
  const builtIn = (Object.keys(ROLES) as Role[]).filter((role) =>
    permissionsOfRole(role).has(permission),
  )
  const since = new Date(now.getTime() - ALONE_FOR_DAYS * DAY_MS)
  const [centre] = await reader.sql<{ isAlone: boolean }>(IS_ALONE, [
    tenantId,
    actor.id,
    permission,
    builtIn,
    since,
  ])
  return centre!.isAlone
}

/** Changes of users and roles are read from the audit trail, which nobody can change. */
const IS_ALONE = `
  WITH approvers AS (
    SELECT $4::text[] || ARRAY(SELECT id FROM roles WHERE tenant_id = $1 AND $3 = ANY (permissions)) AS roles),
  subjects AS (
    SELECT id, roles FROM users WHERE tenant_id = $1 AND id <> $2
    UNION ALL SELECT id, '{}' FROM roles WHERE tenant_id = $1),
  changed AS (
    SELECT s.id, s.roles, e.changes AS was
    FROM subjects s CROSS JOIN LATERAL (
      SELECT changes FROM audit_entries
      WHERE tenant_id = $1 AND subject_id = s.id AND outcome = 'ALLOWED' AND occurred_at > $5 OFFSET 0) e)
  SELECT t.sole_approvals
    AND NOT EXISTS (SELECT FROM users u
      WHERE u.tenant_id = $1 AND u.id <> $2 AND u.status = 'ACTIVE' AND u.location_ids = '{}'
        AND u.roles && (SELECT roles FROM approvers))
    AND NOT EXISTS (SELECT FROM changed c
      WHERE c.was -> 'status' ->> 'from' = 'ACTIVE' AND c.roles && (SELECT roles FROM approvers)
        OR c.was -> 'roles' -> 'from' ?| (SELECT roles FROM approvers)
        OR c.was -> 'locationIds' -> 'from' = '[]'
        OR c.was -> 'permissions' -> 'from' ? $3
        OR c.was -> 'archivedAt' IS NOT NULL AND c.id = ANY ((SELECT roles FROM approvers)::text[])) AS "isAlone"
  FROM tenants t WHERE t.tenant_id = $1`
