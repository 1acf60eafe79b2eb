import type { AgentDefinition } from '../../definitions/definition.ts'
import { nodesById, reachedFrom } from '../../definitions/checks/graph.ts'

interface Step {
  node: string
  item: number
  status: string
  output: unknown
}

/**
 * The steps that a retry keeps: all that cannot be reached from the start node. If a FOR_EACH is repeated, its
 * items are kept, with each item's steps before its failure. Pure.
 */
export const keptSteps = <S extends Step>(
  definition: AgentDefinition,
  from: string,
  steps: readonly S[],
): S[] => {
  const nodes = nodesById(definition)
  const loops = definition.nodes.flatMap((node) =>
    node.type === 'FOR_EACH' ? [{ node, body: reachedFrom(nodes, node.body) }] : [],
  )
  const loop = loops.find(({ node, body }) => node.id === from || body.has(from))
  const start = loop?.node.id ?? from
  const again = reachedFrom(nodes, start)
  const stays = (step: S): boolean => {
    if (!again.has(step.node)) return true
    if (!loop) return false
    if (step.node === start) return Array.isArray((step.output as { items?: unknown }).items)
    return step.item > 0 && loop.body.has(step.node) && !isRedone(step)
  }
  /** The step failed, or follows a failure for the same item. */
  const isRedone = ({ node, item }: S): boolean =>
    steps.some(
      (other) =>
        other.item === item &&
        other.status === 'FAILED' &&
        reachedFrom(nodes, other.node).has(node),
    )
  return steps.filter(stays).map((step) => (step.node === start && loop ? reopened(step) : step))
}

/** Reopens a FOR_EACH whose items are repeated. */
const reopened = <S extends Step>(step: S): S => ({
  ...step,
  status: 'RUNNING',
  failureCode: null,
  failureMessage: null,
  finishedAt: null,
})
