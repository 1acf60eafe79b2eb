import { addMinutes, DAY_MS, utc } from '../time/time.ts'
import type { Reader } from '../transactions/transaction.ts'
import { isSignedIn } from './is-signed-in.ts'
import { CENTRE_ONLY, permissionsOfRole, ROLES, type Permission, type Role } from './permissions.ts'

/**
 * For how many days nobody else may have had the permission. Otherwise an owner could take the right from the
 * second person for a moment.
 */
const ALONE_FOR_DAYS = 7

/** The wait before the only person of a centre can approve an erasure. The centre cannot change it. */
export const LONGEST_WAIT_HOURS = 168

/** What the only person of a centre may do alone, although it needs a second person. */
export interface Alone {
  /** Nobody else may have it. */
  permission: Permission
  /** When the first step was taken; null if it left no trace. */
  since: Date | null
  /** By default the centre's `soleApprovalsWaitHours`. */
  wait?: Wait
}

/** NONE: the proposals of agents, which expire. LONGEST: erasures. */
type Wait = 'NONE' | 'LONGEST'

/** What the centre allows, and who else has a permission. */
export interface Standing {
  isAllowed: boolean
  /** When the centre allowed it, or last shortened the wait. */
  allowedAt: Date | null
  waitHours: number
  /** How many other active users have the permission. */
  others: number
  /** Whether another user had it recently. */
  wasShared: boolean
}

type Asks = Pick<Reader, 'actor' | 'now' | 'sql' | 'tenantId'>

/** Whether the caller is the only person with a permission, and whether the centre lets that person act alone. */
export const loadStanding = async (
  reader: Asks,
  { permission, wait }: Pick<Alone, 'permission' | 'wait'>,
): Promise<Standing> => {
  const { actor, now, tenantId } = reader
  const builtIn = (Object.keys(ROLES) as Role[]).filter((role) =>
    permissionsOfRole(role).has(permission),
  )
  // People of some locations do not see each run of an agent, so a run could wait for nobody.
  const isOfLocations = wait !== 'NONE' && !CENTRE_ONLY.has(permission)
  const since = new Date(now.getTime() - ALONE_FOR_DAYS * DAY_MS)
  const [standing] = await reader.sql<Standing>(STANDING, [
    tenantId,
    actor.id,
    permission,
    builtIn,
    since,
    isOfLocations,
  ])
  return standing!
}

/** When the only person may act: the wait begins with the first step, or when the centre allowed it. */
export const aloneFrom = (
  { allowedAt, waitHours }: Pick<Standing, 'allowedAt' | 'waitHours'>,
  { since, wait }: Pick<Alone, 'since' | 'wait'>,
): Date | null => {
  const from = [since, allowedAt].filter((it) => it !== null)
  if (wait === 'NONE' || from.length === 0) return null
  const begins = new Date(Math.max(...from.map((it) => it.getTime())))
  return addMinutes(begins, (wait === 'LONGEST' ? LONGEST_WAIT_HOURS : waitHours) * 60)
}

/** Whether the caller may act alone now. */
export const mayActAlone = async (reader: Asks, alone: Alone): Promise<boolean> =>
  isSignedIn(reader.actor) &&
  refusalOfAlone(reader, await loadStanding(reader, alone), alone) === undefined

/** Why a signed-in person may not act alone, in words; undefined if they may. */
export const refusalOfAlone = (
  { now }: Pick<Reader, 'now'>,
  standing: Standing,
  alone: Alone,
): { detail: string; others?: number; approvableAloneAt?: string } | undefined => {
  const { others, isAllowed, wasShared } = standing
  if (others > 0)
    return {
      detail: `${others} other ${others === 1 ? 'person has' : 'people have'} the permission.`,
      others,
    }
  if (!isAllowed)
    return {
      detail:
        'Nobody else has the permission. Invite another person, or let an owner turn on soleApprovals (PATCH /v1/organization): you can then do it alone, after a waiting time.',
      others,
    }
  if (wasShared)
    return {
      detail: `Another person had the permission in the last ${ALONE_FOR_DAYS} days, so you cannot do it alone yet.`,
      others,
    }
  const from = aloneFrom(standing, alone)
  if (from === null || from <= now) return undefined
  return {
    detail: `Nobody else has the permission, so you can do it alone from ${utc(from)} on.`,
    others,
    approvableAloneAt: utc(from),
  }
}

/** Changes of users and roles are read from the audit trail, which nobody can change. */
const STANDING = `
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
  SELECT t.sole_approvals AS "isAllowed", t.sole_approvals_since AS "allowedAt",
    t.sole_approvals_wait_hours AS "waitHours",
    (SELECT count(*)::int FROM users u
      WHERE u.tenant_id = $1 AND u.id <> $2 AND u.status = 'ACTIVE' AND ($6 OR u.location_ids = '{}')
        AND u.roles && (SELECT roles FROM approvers)) AS others,
    EXISTS (SELECT FROM changed c
      WHERE c.was -> 'status' ->> 'from' = 'ACTIVE' AND c.roles && (SELECT roles FROM approvers)
        OR c.was -> 'roles' -> 'from' ?| (SELECT roles FROM approvers)
        OR c.was -> 'locationIds' -> 'from' = '[]'
        OR c.was -> 'permissions' -> 'from' ? $3
        OR c.was -> 'archivedAt' IS NOT NULL AND c.id = ANY ((SELECT roles FROM approvers)::text[])) AS "wasShared"
  FROM tenants t WHERE t.tenant_id = $1`
