import { missingOf } from '#platform/core/access/withheld.ts'
import type { Actor } from '#platform/core/access/permissions.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { needsOfClosedAssistants } from '../agent-run-steps/needs-of-closed-assistants.ts'
import { placeOf, usedBySteps, type Usage } from '../agent-run-steps/usage.ts'
import { loadRun } from '../agent-runs/loop/load-state.ts'
import { needsToRead } from '../definitions/checks/needs-of-node.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import type { Node } from '../definitions/nodes/nodes.ts'

/** The outcome of a node in a run that really happened. */
interface RecordedStep {
  node: string
  item: number
  status: string
  output: object
  failureCode: string | null
  costs: Usage['costs']
}

/** What really happened after an event or at a time, as far as a reader may see it. */
export class RecordedRun {
  readonly #definition: AgentDefinition
  readonly #steps: ReadonlyMap<string, RecordedStep>

  constructor(definition: AgentDefinition, steps: readonly RecordedStep[]) {
    this.#definition = definition
    this.#steps = new Map(steps.map((step) => [keyOf(step), step]))
  }

  /** The outcome at a node; undefined if the run has none, or if its node asked something else. */
  at(node: Node, item: number): RecordedStep | undefined {
    const its = this.#definition.nodes.find(({ id }) => id === node.id)
    return its && askedBy(its) === askedBy(node)
      ? this.#steps.get(keyOf({ node: node.id, item }))
      : undefined
  }
}

const keyOf = ({ node, item }: { node: string; item: number }): string => `${node}/${item}`

/** What a node asks of a model, of people or of time, without what follows it. */
const askedBy = (node: Node): string => {
  switch (node.type) {
    case 'AGENT': {
      const { type, instructions, given, tools, output, modelIds } = node
      return canonicalJson({ type, instructions, given, tools, output, modelIds })
    }
    case 'WAIT':
      return canonicalJson({ type: node.type, for: node.for })
    case 'QUERY':
    case 'RETRIEVE':
    case 'CONDITION':
    case 'FOR_EACH':
    case 'APPROVAL':
    case 'ACTION':
    case 'NOTIFY':
    case 'END':
      return node.type
  }
}

/** Loads the settled steps of a run that an actor may read; undefined if there is no run. */
export const loadRecordedRun = async (
  reader: Reader,
  runId: string | null,
  actors: readonly Actor[],
): Promise<RecordedRun | undefined> => {
  if (runId === null) return undefined
  const { definition } = await loadRun(reader, runId)
  const [rows, used, closedTo] = await Promise.all([
    reader.db.agentRunStep.findMany({
      where: {
        tenantId: reader.tenantId,
        runId,
        type: { in: ['AGENT', 'APPROVAL', 'WAIT'] },
        finishedAt: { not: null },
      },
      select: { node: true, item: true, status: true, output: true, failureCode: true },
    }),
    usedBySteps(reader, [runId]),
    needsOfClosedAssistants(reader),
  ])
  const mayRead = (node: string) => {
    const takes = [...needsToRead(definition, node), ...closedTo(definition, [node])]
    return actors.some((actor) => missingOf(actor, takes).length === 0)
  }
  return new RecordedRun(
    definition,
    rows
      .filter(({ node }) => mayRead(node))
      .map(({ output, ...row }) => ({
        ...row,
        output: output as object,
        costs: used.get(placeOf({ runId, ...row }))?.costs ?? [],
      })),
  )
}
