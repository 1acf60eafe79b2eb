import type { AgentRun, AgentRunStep } from '#prisma/generated/client.ts'
import type { Reader } from '#platform/core/transaction.ts'
import { loadAgentVersion } from '../agents/queries.ts'
import { definitionOf } from '../agents/schemas.ts'
import { loadAgentRun } from './queries.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { nodesById, reachedFrom } from '../definitions/graph.ts'
import type { Node } from '../definitions/nodes.ts'
import type { Place } from './outcome-of.ts'
import { scopeOf } from './scope-of.ts'

/** A node of a run; `item` is 0 outside of the chain of a FOR_EACH, and counted from 1 in it. */
export interface NodeAt {
  runId: string
  node: string
  item: number
}

/** A run, with what it does. */
export const loadRun = async (
  reader: Reader,
  id: string,
): Promise<{ run: AgentRun; definition: AgentDefinition }> => {
  const run = await loadAgentRun(reader, id)
  const version = await loadAgentVersion(reader, { id: run.agentId, number: run.agentVersion })
  return { run, definition: definitionOf(version) }
}

export const nodeOf = ({ nodes }: AgentDefinition, id: string): Node => {
  const node = nodes.find((it) => it.id === id)
  if (!node) throw new Error(`The version has no node ${id}`)
  return node
}

export const findStep = ({ db, tenantId }: Reader, at: NodeAt): Promise<AgentRunStep | null> =>
  db.agentRunStep.findFirst({ where: { tenantId, ...at } })

/** What a node is carried out with: the results of the nodes before it, and its item. */
export const loadPlace = async (
  reader: Reader,
  run: AgentRun,
  definition: AgentDefinition,
  { node, item }: NodeAt,
): Promise<Place> => {
  const { db, tenantId } = reader
  const past = await db.agentRunStep.findMany({
    where: { tenantId, runId: run.id, item: { in: [0, item] } },
    select: { node: true, status: true, output: true, failureCode: true },
  })
  const loop = definition.nodes.find(
    (it) => it.type === 'FOR_EACH' && isBodyOf(definition, it, node),
  )
  const items = past.find((step) => step.node === loop?.id)?.output as
    | { items: unknown[] }
    | undefined
  return {
    scope: await scopeOf(reader, {
      run,
      past,
      ...(item > 0 && { item: { number: item, value: items?.items[item - 1] } }),
    }),
    runId: run.id,
    startedBy: run.startedBy,
    idempotencyKey: `${run.id}/${node}/${item}`,
  }
}

const isBodyOf = (definition: AgentDefinition, loop: Node, id: string): boolean =>
  loop.type === 'FOR_EACH' && reachedFrom(nodesById(definition), loop.body).has(id)
