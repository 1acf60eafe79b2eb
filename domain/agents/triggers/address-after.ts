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
 * published now. Its messages that wait for their turn are dropped. The publisher creates a new address.
 */
export const addressAfter = async (tx: Transaction, before: State, after: State) => {
  if (await keepsAddress(tx, before, after)) return {}
  await tx.db.agentTrigger.deleteMany({
    where: {
      tenantId: tx.tenantId,
      agentId: after.id,
      stepId: null,
      input: { not: Prisma.AnyNull },
    },
  })
  return { webhookTokenHash: null }
}

const keepsAddress = async (tx: Transaction, before: State, after: State): Promise<boolean> => {
  if (before.archivedAt || after.archivedAt) return false
  if (before.publishedVersion === null || after.publishedVersion === null) return false
  if (before.publishedVersion === after.publishedVersion) return true
  const [old, next] = await Promise.all(
    [before.publishedVersion, after.publishedVersion].map((number) =>
      publishedDefinition(tx, after.id, number),
    ),
  )
  const had = new Set(needsOfRun(old!))
  return (
    old!.trigger.type === 'WEBHOOK' &&
    next!.trigger.type === 'WEBHOOK' &&
    needsOfRun(next!).every((need) => had.has(need))
  )
}

const publishedDefinition = async (
  tx: Transaction,
  id: string,
  number: number,
): Promise<AgentDefinition> => definitionOf(await loadAgentVersion(tx, { id, number }))
