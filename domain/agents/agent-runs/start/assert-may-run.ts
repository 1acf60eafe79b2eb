import { authorize, can } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadActors } from '#platform/identity/load-actors.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import { needsOfRun } from '../../definitions/checks/needs-of-node.ts'

/**
 * Refuses to start, resume or redirect a run that may do more than this call. A run acts for a user or an API
 * key by id, with all their permissions, even if the call comes from another person, a delegated key, or a
 * token with only some scopes of its key.
 * @param actsFor the user or key for which the run acts. If this is the caller, the caller needs the
 * permissions only at each step
 */
export const assertMayRun = async (
  tx: Transaction,
  definition: AgentDefinition,
  actsFor: string,
): Promise<void> => {
  const { actor } = tx
  const isItself = actor.id === actsFor && !actor.isDelegated
  if (isItself && actor.kind !== 'API_KEY') return
  const [key] = (isItself && (await loadActors(tx, actor.id))) || []
  for (const permission of needsOfRun(definition))
    // A key that acts for itself never gains permissions at later steps, so its token needs the same
    // permissions as the key.
    if (!isItself || (key && can(key, permission))) authorize(actor, permission)
}
