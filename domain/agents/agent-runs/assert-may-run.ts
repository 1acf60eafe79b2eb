import { authorize } from '#platform/core/permissions.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { needsOfRun } from '../definitions/needs-of-node.ts'

/**
 * Refuses a caller who would have runs do for somebody else what they may not do themselves: whoever starts, resumes or
 * redirects a run that acts for another needs the permissions that the run may use.
 * @param actsFor whom the run acts for: they need no more than they have at each step
 */
export const assertMayRun = (
  { actor }: Pick<Transaction, 'actor'>,
  definition: AgentDefinition,
  actsFor: string,
): void => {
  if (actor.id === actsFor) return
  for (const permission of needsOfRun(definition)) authorize(actor, permission)
}
