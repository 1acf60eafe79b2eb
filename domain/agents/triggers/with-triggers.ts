import { loadTenantSettings } from '#organization/tenants/queries.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadAgentVersion } from '../agents/queries.ts'
import { statusOf } from '../agents/rules.ts'
import { ATTENTION_EVENT } from '../definitions/triggers.ts'
import { nextRunAt } from './next-run-at.ts'
import { addressAfter } from './address-after.ts'
import { agentTriggersWorkflow } from './workflows.ts'
import { definitionOf } from '../definitions/definition.ts'

interface State {
  id: string
  publishedVersion: number | null
  pausedAt: Date | null
  archivedAt: Date | null
}

/** Adds the new triggers to a change of an agent; ends a webhook address that its version must not have. */
export const withTriggers = async <Changes extends Partial<State>>(
  tx: Transaction,
  before: State,
  changes: Changes,
) => {
  const after = { ...before, ...changes }
  return {
    ...changes,
    ...(await triggersOf(tx, after)),
    ...(await addressAfter(tx, before, after)),
  }
}

const NONE = { eventType: null, nextRunAt: null }

/** The triggers of the published version, if there is one. Wakes the workflow that starts scheduled runs. */
const triggersOf = async (tx: Transaction, agent: State) => {
  if (agent.archivedAt || statusOf(agent) !== 'ACTIVE') return NONE
  const version = await loadAgentVersion(tx, { id: agent.id, number: agent.publishedVersion! })
  const { trigger } = definitionOf(version)
  if (trigger.type === 'MANUAL' || trigger.type === 'WEBHOOK') return NONE
  if (trigger.type === 'ATTENTION') return { ...NONE, eventType: ATTENTION_EVENT }
  if (trigger.type === 'EVENT') return { ...NONE, eventType: trigger.eventType }
  const { defaultTimeZone: centreTimeZone } = await loadTenantSettings(tx)
  tx.wake(agentTriggersWorkflow, tx.tenantId)
  return { ...NONE, nextRunAt: nextRunAt(trigger, { after: tx.now, centreTimeZone }) }
}
