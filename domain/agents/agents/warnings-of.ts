import { mayActAlone } from '#platform/core/access/may-act-alone.ts'
import { PERMISSIONS_OF_EVERYBODY, type Permission } from '#platform/core/access/permissions.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { holdRoles } from '#staff/users/assert-position.ts'
import { usersOfRoles } from '#staff/users/users-of-roles.ts'
import { OF_AGENTS } from '../agent-runs/approvals/of-agents.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { nodeAt } from '../definitions/checks/node-at.ts'
import { doubtsOf } from '../definitions/checks/problems-of.ts'
import { needsOfText } from '../definitions/checks/needs-of-node.ts'
import type { AgentWarning } from './schemas.ts'

/** Warnings to show to the publisher of a valid definition. */
export const warningsOf = async (
  tx: Transaction,
  definition: AgentDefinition,
  isPublishable = true,
): Promise<AgentWarning[]> => [
  ...warningsOfExpressions(tx, definition),
  ...(await warningsOfApprovals(tx, definition)),
  ...(isPublishable ? await warningsOfTasks(tx, definition) : []),
]

/** Warns of expressions that have no value for some events. */
const warningsOfExpressions = (
  { platform }: Transaction,
  definition: AgentDefinition,
): AgentWarning[] =>
  doubtsOf(definition, platform.registry).map(({ path, code, message }) => ({
    path,
    node: nodeAt(definition, path),
    code,
    message,
  }))

/** Warns that people whose tasks would contain restricted data see a marker instead. */
const warningsOfTasks = async (
  tx: Transaction,
  definition: AgentDefinition,
): Promise<AgentWarning[]> => {
  const warnings: AgentWarning[] = []
  for (const [index, node] of definition.nodes.entries()) {
    if (node.type !== 'NOTIFY' || node.to === 'STARTER') continue
    const path = `nodes.${index}.to`
    const [role] = await holdRoles(tx, [node.to], path)
    // The task has no subject, so people with a caseload can read only its public parts.
    const permissions = new Set<Permission>(
      role!.sight === 'CASELOAD' ? PERMISSIONS_OF_EVERYBODY : role!.permissions,
    )
    const missing = needsOfText(definition, node.id).filter((it) => !permissions.has(it))
    if (missing.length === 0) continue
    const message = `people with this role will not see the text, because they lack ${missing.join(', ')} for the whole centre. Use another role, or a text that reveals less`
    warnings.push({ path, node: node.id, code: 'text_withheld', message })
  }
  return warnings
}

const warningsOfApprovals = async (
  tx: Transaction,
  { trigger, nodes }: AgentDefinition,
): Promise<AgentWarning[]> => {
  if (trigger.type === 'MANUAL' || (await mayActAlone(tx, OF_AGENTS))) return []
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
  'this agent starts automatically, so its runs act for you as its publisher, and you cannot approve them:'
const ANOTHER = 'another person who has one of these roles or is an owner must approve them'
const NOBODY =
  'no other active user has one of these roles or is an owner, so nobody can approve them. Invite somebody, ask another person to publish it, or let an owner turn on soleApprovals (PATCH /v1/organization)'
