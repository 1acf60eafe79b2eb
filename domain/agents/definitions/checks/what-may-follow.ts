import { ACTIONS } from '../../catalog/actions/index.ts'
import type { AgentDefinition } from '../definition.ts'
import { nodesById, reachedFrom } from './graph.ts'
import type { Node } from '../nodes/nodes.ts'

/** What a node does that people decide on, without whom it is about. */
export interface Doing {
  node: string
  type: Node['type']
  /** Of the catalog; null where a model is asked, or the run waits. */
  action: string | null
  title: string
  writesToPeople: boolean
}

/** After these it is not known how the run goes on. */
export const OPEN_ENDED: ReadonlySet<Node['type']> = new Set([
  'AGENT',
  'RETRIEVE',
  'WAIT',
  'APPROVAL',
])

/** The first node that an approval leads to once it is given. */
export const nextAfter = (definition: AgentDefinition, approval: string): string | null => {
  const asking = nodesById(definition).get(approval)
  return asking?.type === 'APPROVAL' ? asking.next : null
}

/** The nodes that may be carried out once an approval is given, up to where it is not known how the run goes on. */
export const nodesAfter = (definition: AgentDefinition, approval: string): Node[] => {
  const nodes = nodesById(definition)
  const isKnown = (id: string) => !OPEN_ENDED.has(nodes.get(id)!.type)
  const start = nextAfter(definition, approval)
  if (start === null || !isKnown(start)) return []
  return [...reachedFrom(nodes, start, ({ to }) => isKnown(to))].map((id) => nodes.get(id)!)
}

/** What they may do. */
export const whatMayFollow = (definition: AgentDefinition, approval: string): Doing[] =>
  nodesAfter(definition, approval).flatMap((node) => doingOf(node) ?? [])

/** Undefined of a node that people need not know of. */
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
  AGENT: 'Ask a language model, which decides how the run goes on',
  RETRIEVE: 'Search documents, which decides how the run goes on',
  WAIT: 'Wait',
  APPROVAL: 'Ask for another approval',
}
