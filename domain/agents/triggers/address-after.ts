import { isDeepStrictEqual } from 'node:util'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { loadAgentVersion } from '../agents/queries.ts'
import { type AgentDefinition, definitionOf } from '../definitions/definition.ts'
import { needsOfRun } from '../definitions/checks/needs-of-node.ts'
import type { Trigger } from '../definitions/triggers.ts'

/** What decides whether an agent has a webhook address. */
interface State {
  id: string
  publishedVersion: number | null
  archivedAt: Date | null
}

/** The webhook that starts a version; refuses another trigger. */
export const webhookOf = (trigger: Trigger): Extract<Trigger, { type: 'WEBHOOK' }> => {
  const { type } = trigger
  if (trigger.type === 'WEBHOOK') return trigger
  throw new DomainError(
    'invalid_transition',
    `The trigger of the published version is ${type}, not WEBHOOK. Publish a version with a webhook trigger.`,
    { extra: { status: type, allowed: ['WEBHOOK'] } },
  )
}

/**
 * Ends the address of an agent unless everybody who could create it could also start the version that is
 * published now; the publisher then creates a new one. Messages that wait for their turn end with it, and also
 * when the new version has other inputs, which they were not checked against.
 */
export const addressAfter = async (tx: Transaction, before: State, after: State) => {
  const kept = await whatIsKept(tx, before, after)
  if (kept !== 'ADDRESS_AND_MESSAGES') await dropMessages(tx, after.id)
  return kept === 'NOTHING' ? { webhookTokenHash: null } : {}
}

const whatIsKept = async (
  tx: Transaction,
  before: State,
  after: State,
): Promise<'NOTHING' | 'ADDRESS' | 'ADDRESS_AND_MESSAGES'> => {
  if (before.archivedAt || after.archivedAt) return 'NOTHING'
  if (before.publishedVersion === null || after.publishedVersion === null) return 'NOTHING'
  if (before.publishedVersion === after.publishedVersion) return 'ADDRESS_AND_MESSAGES'
  const [old, next] = await Promise.all([
    publishedDefinition(tx, after.id, before.publishedVersion),
    publishedDefinition(tx, after.id, after.publishedVersion),
  ])
  if (old.trigger.type !== 'WEBHOOK' || next.trigger.type !== 'WEBHOOK') return 'NOTHING'
  const had = new Set(needsOfRun(old))
  if (!needsOfRun(next).every((need) => had.has(need))) return 'NOTHING'
  return isDeepStrictEqual(old.inputs, next.inputs) ? 'ADDRESS_AND_MESSAGES' : 'ADDRESS'
}

/** Messages have inputs; events that the agent waits for have none. */
const dropMessages = (tx: Transaction, agentId: string) =>
  tx.db.agentTrigger.deleteMany({
    where: { tenantId: tx.tenantId, agentId, stepId: null, input: { not: Prisma.AnyNull } },
  })

const publishedDefinition = async (
  tx: Transaction,
  id: string,
  number: number,
): Promise<AgentDefinition> => definitionOf(await loadAgentVersion(tx, { id, number }))
