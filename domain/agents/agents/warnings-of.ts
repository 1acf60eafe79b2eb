import type { Transaction } from '#platform/core/transaction.ts'
import { usersOfRoles } from '#staff/users/users-of-roles.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import type { AgentWarning } from './schemas.ts'

/** What the caller should know who publishes a definition, though it can be published. */
export const warningsOf = async (
  tx: Transaction,
  { trigger, nodes }: AgentDefinition,
): Promise<AgentWarning[]> => {
  if (trigger.type === 'MANUAL') return []
  const warnings: AgentWarning[] = []
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'APPROVAL') continue
    const users = await usersOfRoles(tx, ['OWNER', ...node.roles])
    const isAlone = tx.actor.kind === 'USER' && users.every(({ id }) => id === tx.actor.id)
    warnings.push({
      path: `nodes.${index}.roles`,
      node: node.id,
      code: 'second_person_required',
      message: isAlone ? `${YOURS} ${NOBODY}` : `${YOURS} ${ANOTHER}`,
    })
  }
  return warnings
}

const YOURS =
  'this agent starts by itself, so its runs act for you, who publishes it, and you cannot approve them:'
const ANOTHER = 'another person with one of these roles, or an owner, has to'
const NOBODY =
  'no other active user is an owner or has one of these roles, so nobody can. Invite somebody, or have another person publish it'
