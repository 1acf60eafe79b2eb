import { ACTIONS } from '../../catalog/actions/index.ts'
import type { AgentDefinition } from '../definition.ts'
import { nodesById, reachedFrom } from './graph.ts'
import type { Node } from '../nodes/nodes.ts'

/** The effect of a node that people must approve, without the recipient. */
export interface Doing {
  node: string
  type: Node['type']
  /** The action's name in the catalog; null for a model call or a wait. */
  action: string | null
  title: string
  writesToPeople: boolean
}

/** Types of nodes after which the path is unknown. */
export const OPEN_ENDED: ReadonlySet<Node['type']> = new Set([
  'AGENT',
  'RETRIEVE',
  'WAIT',
  'APPROVAL',
])

/** The first node after a granted approval. */
export const nextAfter = (definition: AgentDefinition, approval: string): string | null => {
  const asking = nodesById(definition).get(approval)
  return asking?.type === 'APPROVAL' ? asking.next : null
}

/** The nodes that may run after an approval, until the path becomes unknown. */
export const nodesAfter = (definition: AgentDefinition, approval: string): Node[] => {
  const nodes = nodesById(definition)
  const isKnown = (id: string) => !OPEN_ENDED.has(nodes.get(id)!.type)
  const start = nextAfter(definition, approval)
  if (start === null || !isKnown(start)) return []
  return [...reachedFrom(nodes, start, ({ to }) => isKnown(to))].map((id) => nodes.get(id)!)
}

/** The possible effects of these nodes. */
export const whatMayFollow = (definition: AgentDefinition, approval: string): Doing[] =>
  nodesAfter(definition, approval).flatMap((node) => doingOf(node) ?? [])

/** The effect of a node; undefined if people need not see it. */
export const doingOf = (node: Node): Doing | undefined => {
  const { id, type } = node
  if (OPEN_ENDED.has(type))
    return { node: id, type, action: null, title: TITLES[type]!, writesToPeople: false }
  const action = actionOf(node)
  if (action === undefined) return undefined
  const { title, writesToPeople } = ACTIONS[action]!
  return { node: id, type, action, title, writesToPeople }
}

const actionOf = (node: Node): string | undefined => {
  if (node.type === 'ACTION') return node.action
  return node.type === 'NOTIFY' ? 'create_task' : undefined
}

const TITLES: Readonly<Partial<Record<Node['type'], string>>> = {
  AGENT: 'Ask a language model, whose answer decides how the run continues',
  RETRIEVE: 'Search documents; the result decides how the run continues',
  WAIT: 'Wait',
  APPROVAL: 'Ask for another approval',
}
