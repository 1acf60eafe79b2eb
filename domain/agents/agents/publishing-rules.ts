import type { Agent, AiModel } from '#prisma/generated/client.ts'
import { invalid, invalidMembers, invalidReference } from '#platform/core/errors/errors.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { nextVersion } from '#platform/core/records/versions.ts'
import { loadEnabledModels } from '#knowledge/models/queries.ts'
import { holdRoles } from '#staff/users/assert-position.ts'
import { assertLasting } from '../agent-runs/start/assert-lasting.ts'
import { assertMayRun } from '../agent-runs/start/assert-may-run.ts'
import { type AgentDefinition, definitionOf } from '../definitions/definition.ts'
import type { Node, NodeOf } from '../definitions/nodes/nodes.ts'
import { problemsOf } from '../definitions/checks/problems-of.ts'
import { loadAgentVersion } from './queries.ts'

/** Throws the reasons against publishing a draft. */
type Rule = () => Promise<unknown>

/** The publishing rules of a draft and its definition, in order. `validate` runs all of them. */
export const publishingRules = (
  tx: Transaction,
  draft: Agent,
  definition: AgentDefinition,
): Rule[] => [
  () =>
    nextVersion(draft, {
      name: 'agent',
      contentOf: definitionOf,
      load: (version) => loadAgentVersion(tx, version),
    }),
  async () => {
    // Runs that start automatically act for the publisher.
    if (definition.trigger.type === 'MANUAL') return
    assertLasting(tx)
    await assertMayRun(tx, definition, tx.actor.id)
  },
  async () => assertPublishable(definition, tx),
  ...definition.nodes.map(
    (node, index): Rule =>
      () =>
        assertKnown(tx, definition, node, index),
  ),
]

export const assertPublishable = (
  definition: AgentDefinition,
  { platform }: Pick<Transaction, 'platform'>,
): void => {
  const issues = problemsOf(definition, platform.registry).map(({ path, ...issue }) => ({
    path: `definition.${path}`,
    ...issue,
  }))
  if (issues.length > 0) throw invalidMembers(issues)
}

/** Checks that the assistants, models and roles named in a node belong to the centre. */
const assertKnown = async (
  tx: Transaction,
  { limits }: AgentDefinition,
  node: Node,
  index: number,
): Promise<void> => {
  const at = `definition.nodes.${index}`
  if (node.type === 'RETRIEVE')
    await assertReferences(tx, 'assistant', { [`${at}.assistantId`]: node.assistantId })
  if (node.type === 'APPROVAL') await holdRoles(tx, node.roles, `${at}.roles`)
  if (node.type === 'NOTIFY' && node.to !== 'STARTER') await holdRoles(tx, [node.to], `${at}.to`)
  if (node.type !== 'AGENT') return
  const models = await loadEnabledModels(tx)
  if (models.length === 0)
    throw invalid(
      `${at}.type`,
      'not_allowed',
      'The centre has no enabled language model. Connect one: POST /v1/ai/models.',
    )
  const unknown = node.modelIds.findIndex((id) => !models.some((model) => model.id === id))
  if (unknown !== -1) throw invalidReference(`${at}.modelIds.${unknown}`, 'enabled model')
  assertAffordable(node, `${at}.limits.cost`, models, limits.costPerRun)
}

/** Checks that at least one model has prices in the currency of the cost limit. */
const assertAffordable = (
  { limits: { cost }, modelIds }: NodeOf<'AGENT'>,
  at: string,
  models: readonly Pick<AiModel, 'id' | 'currency'>[],
  costPerRun: AgentDefinition['limits']['costPerRun'],
): void => {
  const bounds = [cost, costPerRun].filter((bound) => bound !== null)
  const named = models.filter(({ id }) => modelIds.length === 0 || modelIds.includes(id))
  for (const { currency } of bounds) {
    if (currency !== bounds[0]!.currency)
      throw invalid(
        at,
        'mixed_currencies',
        `${at}: limits.costPerRun is in ${currency}. Use one currency for both.`,
      )
    if (!named.some((model) => model.currency === currency))
      throw invalid(
        at,
        'not_allowed',
        `${at}: none of the enabled models that the node can use has prices in ${currency}.`,
      )
  }
}
