import { authorize, sightOf } from '#platform/core/access/permissions.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * A provider who is restored sees the children of their caseload again. This asks for what giving that sight
 * anew asks for: the permission to change care teams, for children whom the caller sees.
 */
export const assertMayGiveCaseload = async (tx: Transaction, providerId: string): Promise<void> => {
  const [caseload] = await tx.sql<Caseload>(CASELOAD, [tx.tenantId, providerId, tx.now])
  const { children, seen } = caseload!
  if (children === 0) return
  authorize(tx.actor, 'care-teams:write')
  if (seen === children) return
  const limit = sightOf(tx.actor) === 'LOCATIONS' ? 'your locations' : 'your caseload'
  throw new DomainError(
    tx.actor.kind === 'USER' ? 'insufficient_role' : 'insufficient_scope',
    `The provider would see children again who are not of ${limit}. Ask a person who works for the whole centre.`,
    { extra: { permission: 'care-teams:write' } },
  )
}

interface Caseload {
  children: number
  /** Those whom the caller sees. */
  seen: number
}

const CASELOAD = `
  SELECT count(DISTINCT l.child_id)::int AS children, count(DISTINCT c.id)::int AS seen
  FROM therapy.caseload_of(therapy.team_of($2, $3), $2, $3) l
  LEFT JOIN children c ON c.tenant_id = $1 AND c.id = l.child_id`
