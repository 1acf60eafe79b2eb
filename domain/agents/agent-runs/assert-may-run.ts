import { authorize } from '#platform/core/permissions.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { needsOfRun } from '../definitions/needs-of-node.ts'

/**
 * Refuses to start, resume or redirect a run for somebody else unless the caller has the permissions that the run may use.
 * Otherwise the caller would have the run do what they may not do themselves.
 * @param actsFor the user or key that the run acts for: as themselves, they need no more than they have at each step
 */
export const assertMayRun = (
  { actor }: Pick<Transaction, 'actor'>,
  definition: AgentDefinition,
  actsFor: string,
): void => {
  if (actor.id === actsFor) return
  for (const permission of needsOfRun(definition)) authorize(actor, permission)
}
