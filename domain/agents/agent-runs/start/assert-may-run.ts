import { authorize, can } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadActors } from '#platform/identity/load-actors.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import { needsOfRun } from '../../definitions/checks/needs-of-node.ts'

/**
 * Refuses to start, resume or redirect a run that may do more than this call. A run acts for a user or an API
 * key by id, with all their permissions, even if the call comes from another person, a delegated key, or a
 * token with some scopes of its key.
 * @param actsFor the user or key that the run acts for: for themselves, callers need only their permissions at
 * each step
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
    // A key for itself never has more than now at later steps: its token needs the same rights.
    if (!isItself || (key && can(key, permission))) authorize(actor, permission)
}
