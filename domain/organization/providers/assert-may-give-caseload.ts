import { authorize, sightOf } from '#platform/core/access/permissions.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * A provider who is restored sees the children of their caseload again, now or later. This asks for what giving
 * that sight anew asks for: the permission to change care teams, for children whom the caller sees.
 */
export const assertMayGiveCaseload = async (tx: Transaction, providerId: string): Promise<void> => {
  const [caseload] = await tx.asCentre(() =>
    tx.sql<{ children: string[] }>(CASELOAD, [tx.tenantId, providerId, tx.now]),
  )
  const { children } = caseload!
  if (children.length === 0) return
  authorize(tx.actor, 'care-teams:write')
  const seen = await tx.db.child.count({ where: { tenantId: tx.tenantId, id: { in: children } } })
  if (seen === children.length) return
  const limit = sightOf(tx.actor) === 'LOCATIONS' ? 'your locations' : 'your caseload'
  throw new DomainError(
    tx.actor.kind === 'USER' ? 'insufficient_role' : 'insufficient_scope',
    `The provider would see children again who are not of ${limit}. Ask a person who works for the whole centre.`,
    { extra: { permission: 'care-teams:write' } },
  )
}

/**
 * Besides the caseload of this instant, it counts places in care teams and delegations that begin later, and
 * children whose processing is restricted.
 */
const CASELOAD = `
  WITH team AS (
    SELECT unnest(therapy.team_of($2, $3)) AS id
    UNION
    SELECT s.provider_id FROM supervision_delegates d
    JOIN supervisions s ON s.tenant_id = $1 AND s.supervisor_id = d.supervisor_id AND s.ended_at IS NULL
    WHERE d.tenant_id = $1 AND d.delegate_id = $2 AND d.ends_at > $3)
  SELECT COALESCE(array_agg(child_id), '{}') AS children FROM (
    SELECT child_id FROM therapy.caseload_of(ARRAY(SELECT id FROM team), $2, $3)
    UNION
    SELECT id FROM children WHERE tenant_id = $1 AND primary_provider_id IN (SELECT id FROM team)
    UNION
    SELECT child_id FROM care_team_members WHERE tenant_id = $1 AND provider_id IN (SELECT id FROM team)
      AND (ends_at IS NULL OR ends_at > $3)
    UNION
    SELECT child_id FROM early_intervention_programs WHERE tenant_id = $1
      AND service_coordinator_id IN (SELECT id FROM team) AND status = 'ACTIVE'
    UNION
    SELECT a.child_id FROM appointments a JOIN processing_restrictions r ON r.tenant_id = $1 AND r.person_id = a.child_id
    WHERE a.tenant_id = $1 AND r.lifted_at IS NULL AND a.provider_id IN (SELECT id FROM team)
    UNION
    SELECT s.child_id FROM sessions s JOIN processing_restrictions r ON r.tenant_id = $1 AND r.person_id = s.child_id
    WHERE s.tenant_id = $1 AND r.lifted_at IS NULL AND s.provider_id IN (SELECT id FROM team)
  ) theirs`
