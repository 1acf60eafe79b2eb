import type { AgentRun, AgentRunStep } from '#prisma/generated/client.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { loadDefaultTimeZone } from '#organization/tenants/queries.ts'
import { type AgentDefinition, definitionOf } from '../../definitions/definition.ts'
import { nodesById, reachedFrom } from '../../definitions/checks/graph.ts'
import { needsOfText } from '../../definitions/checks/needs-of-node.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'
import type { NodeContext } from '../nodes/node-executor.ts'
import { scopeAt } from './scope-of.ts'

/** A node of a run. `item` is 0 outside the chain of a FOR_EACH, and counted from 1 inside. */
export interface NodeAt {
  runId: string
  node: string
  item: number
}

/** The fields of a run that its nodes need. */
export type RunFacts = Pick<
  AgentRun,
  'id' | 'status' | 'agentId' | 'agentVersion' | 'input' | 'startedBy' | 'depth' | 'failedNode'
> & {
  /** Number of steps so far. */
  steps: number
}

/** Loads a run with its definition in one statement, because each node needs it. */
export const loadRun = async (
  reader: Reader,
  id: string,
): Promise<{ run: RunFacts; definition: AgentDefinition }> => {
  const [row] = await reader.sql<RunFacts & { definition: unknown }>(RUN, [reader.tenantId, id])
  if (!row) throw notFound('agent run')
  const { definition, ...run } = row
  return { run, definition: definitionOf({ definition }) }
}

const RUN = `
  SELECT r.id, r.status, r.agent_id AS "agentId", r.agent_version AS "agentVersion", r.input,
    r.started_by AS "startedBy", r.depth, r.failed_node AS "failedNode", v.definition,
    (SELECT count(*)::int FROM agent_run_steps s WHERE s.tenant_id = $1 AND s.run_id = r.id) AS steps
  FROM agent_runs r
  JOIN agent_versions v ON v.tenant_id = $1 AND v.agent_id = r.agent_id AND v.number = r.agent_version
  WHERE r.tenant_id = $1 AND r.id = $2`

export const findNode = ({ nodes }: AgentDefinition, id: string): Node => {
  const node = nodes.find((it) => it.id === id)
  if (!node) throw new Error(`The version has no node ${id}`)
  return node
}

/** The result of a node, or what it waits for. */
export type StepFacts = Pick<
  AgentRunStep,
  | 'id'
  | 'node'
  | 'item'
  | 'type'
  | 'status'
  | 'output'
  | 'failureCode'
  | 'waitsUntil'
  | 'awaitedEvent'
  | 'finishedAt'
  | 'version'
>

const STEP = `id, node, item, type, status, output, failure_code AS "failureCode", waits_until AS "waitsUntil",
    awaited_event AS "awaitedEvent", finished_at AS "finishedAt", version`

/** The step of a node, locked until the transaction ends; undefined if there is none. */
export const lockStep = async (
  tx: Transaction,
  { runId, node, item }: NodeAt,
): Promise<StepFacts | undefined> => {
  const [step] = await tx.sql<StepFacts>(LOCKED_STEP, [tx.tenantId, runId, node, item])
  return step
}

const LOCKED_STEP = `
  SELECT ${STEP} FROM agent_run_steps
  WHERE tenant_id = $1 AND run_id = $2 AND node = $3 AND item = $4
  FOR UPDATE`

const STEPS = `
  SELECT ${STEP} FROM agent_run_steps
  WHERE tenant_id = $1 AND run_id = $2 AND item IN (0, $3)`

/** What the nodes of a chain read: the run and its results so far. */
export interface RunState {
  run: RunFacts
  definition: AgentDefinition
  /** The steps outside of a FOR_EACH, and those of the chain's item. */
  past: readonly StepFacts[]
  /** The time zone of the centre. */
  timeZone: string
}

/** Loads the state of a run in one round trip. */
export const loadState = async (
  reader: Reader,
  { runId, item }: Omit<NodeAt, 'node'>,
): Promise<RunState> => {
  const [{ run, definition }, past, timeZone] = await Promise.all([
    loadRun(reader, runId),
    reader.sql<StepFacts>(STEPS, [reader.tenantId, runId, item]),
    loadDefaultTimeZone(reader),
  ])
  return { run, definition, past, timeZone }
}

/** The input of a node: the results of earlier nodes, and the item of its chain. Pure. */
export const contextOf = (
  { run, definition, past, timeZone }: RunState,
  { node, item }: Omit<NodeAt, 'runId'>,
  now: Date,
): NodeContext => {
  const loop = definition.nodes.find(
    (it) => it.type === 'FOR_EACH' && isBodyOf(definition, it, node),
  )
  const items = past.find((step) => step.node === loop?.id)?.output as
    | { items: unknown[] }
    | undefined
  return {
    scope: scopeAt(
      { now, timeZone },
      { run, past, ...(item > 0 && { item: { number: item, value: items?.items[item - 1] } }) },
    ),
    runId: run.id,
    startedBy: run.startedBy,
    idempotencyKey: `${run.id}/${node}/${item}`,
    madeFrom: needsOfText(definition, node),
  }
}

/** The step of a node; undefined if it has none. */
export const stepAt = (
  { past }: Pick<RunState, 'past'>,
  { node, item }: Omit<NodeAt, 'runId'>,
): StepFacts | undefined => past.find((step) => step.node === node && step.item === item)

const isBodyOf = (definition: AgentDefinition, loop: Node, id: string): boolean =>
  loop.type === 'FOR_EACH' && reachedFrom(nodesById(definition), loop.body).has(id)
