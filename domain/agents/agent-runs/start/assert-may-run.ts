import { authorize, can } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadActors } from '#platform/identity/load-actors.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'
import { needsOfRun } from '../../definitions/checks/needs-of-node.ts'

/**
 * Refuses to start, resume or redirect a run that may do more than the call may. A run acts for a user or an API key by
 * their id: with all that they may do, also when the call is another person's, a delegated key's, or made with a token that
 * has only some scopes of its key.
 * @param actsFor the user or key that the run acts for: as themselves, they need no more than they have at each step
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
    // A key as itself has at each step no more than it has now: its token has to have as much.
    if (!isItself || (key && can(key, permission))) authorize(actor, permission)
}
