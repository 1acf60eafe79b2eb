import { edgesOf, nodesById, reachedFrom } from '../checks/graph.ts'
import type { AgentDefinition } from '../definition.ts'
import { ExpressionError } from '../expressions/expression-error.ts'
import { readExpression } from '../expressions/read-expression.ts'
import type { Node, NodeOf } from '../nodes/nodes.ts'
import { eventShape, type EventSchemas } from './event-shape.ts'
import { outputOfNode } from './output-of-node.ts'
import { ANY, NUMBER, object, orNull, TEXT, value, type Members, type Shape } from './shape.ts'
import { shapeOfExpression } from './shape-of-expression.ts'
import { COMMON, eventOfRuns } from './variables-of-trigger.ts'

/** The shapes of the variables of expressions at each node of a definition whose graph is valid. */
export const variablesOf = (
  definition: AgentDefinition,
  schemas: EventSchemas,
): { at: (node: Node) => Members } => {
  const nodes = nodesById(definition)
  const outputs = new Map<string, Shape>()
  const after = nodesAfterEach(definition, nodes)
  // A run that a person starts has no event.
  const event = orNull(eventOfRuns(definition.trigger, schemas))
  const common = new Map([...COMMON, ['event', event], ['input', inputOf(definition)]])

  const outputOf = (node: Node): Shape => {
    const known = outputs.get(node.id)
    if (known) return known
    const output = outputOfNode(node, {
      eventOf: (type) => eventShape(type, schemas),
      valueOf: (text) => valueOf(text, at(node)),
    })
    outputs.set(node.id, output)
    return output
  }
  const at = (node: Node): Members => {
    const past = [...nodes.values()].filter(({ id }) => after.get(id)?.has(node.id))
    const loop = loopAround(definition, nodes, node)
    const awaited = awaitedBy(node)
    // Where `item` and `arrived` are not available, another check says so.
    return new Map([
      ...common,
      ['steps', stepsOf(past, [...nodes.keys()], outputOf)],
      ['item', loop ? itemOf(valueOf(loop.items, at(loop))) : ANY],
      ['arrived', awaited === undefined ? ANY : eventShape(awaited, schemas)],
    ])
  }
  return { at }
}

/** For each node, the nodes that can run after it. The graph has no cycle. */
const nodesAfterEach = (
  { nodes: all }: AgentDefinition,
  nodes: ReadonlyMap<string, Node>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const known = new Map<string, ReadonlySet<string>>()
  const afterOf = (node: Node): ReadonlySet<string> => {
    const found = known.get(node.id)
    if (found) return found
    const after = new Set<string>()
    for (const { to } of edgesOf(node)) {
      after.add(to)
      for (const id of afterOf(nodes.get(to)!)) after.add(id)
    }
    known.set(node.id, after)
    return after
  }
  for (const node of all) afterOf(node)
  return known
}

/** The loop in whose chain a node runs. */
const loopAround = (
  definition: AgentDefinition,
  nodes: ReadonlyMap<string, Node>,
  { id }: Node,
): NodeOf<'FOR_EACH'> | undefined =>
  definition.nodes.find(
    (it): it is NodeOf<'FOR_EACH'> => it.type === 'FOR_EACH' && reachedFrom(nodes, it.body).has(id),
  )

/** The type of event for which a node waits. */
const awaitedBy = (node: Node): string | undefined =>
  node.type === 'WAIT' && 'eventType' in node.for ? node.for.eventType : undefined

const INPUTS: Readonly<Record<AgentDefinition['inputs'][number]['type'], Shape>> = {
  INTEGER: NUMBER,
  NUMBER,
  BOOLEAN: value('boolean'),
  DATE: TEXT,
  ID: TEXT,
}

const inputOf = ({ inputs }: AgentDefinition): Shape =>
  object(
    Object.fromEntries(
      inputs.map(({ name, type, required }) => [
        name,
        required ? INPUTS[type] : orNull(INPUTS[type]),
      ]),
    ),
  )

const stepsOf = (
  past: readonly Node[],
  ids: readonly string[],
  outputOf: (node: Node) => Shape,
): Shape => ({
  is: 'OBJECT',
  members: new Map(past.map((node) => [node.id, outputOf(node)])),
  absent: (id) =>
    ids.includes(id)
      ? `steps.${id}: the node ${id} does not run before this one`
      : `steps.${id}: the node ${id} does not exist`,
})

const itemOf = (items: Shape): Shape => (items.is === 'LIST' ? items.items : ANY)

const valueOf = (text: string, variables: Members): Shape => {
  try {
    return shapeOfExpression(readExpression(text).ast, variables).shape
  } catch (error) {
    if (error instanceof ExpressionError) return ANY
    throw error
  }
}
