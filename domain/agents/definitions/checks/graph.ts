import type { AgentDefinition } from '../definition.ts'
import type { Node } from '../nodes/nodes.ts'

/** An edge between nodes: the member that names the target, and the target's id. */
export interface Edge {
  member: string
  to: string
  /** Whether the edge is taken after an approval. */
  approved: boolean
  /** Whether the edge leads to the first node of a chain that runs for each item. */
  body: boolean
}

/** The possible successors of a node. */
export const edgesOf = (node: Node): Edge[] => {
  const members: [string, string | null | undefined][] = [
    ['next', 'next' in node ? node.next : null],
    ['otherwise', node.type === 'CONDITION' ? node.otherwise : null],
    ['body', node.type === 'FOR_EACH' ? node.body : null],
    ['onReject', node.type === 'APPROVAL' ? node.onReject : null],
    ['onExpiry', node.type === 'APPROVAL' ? node.onExpiry : null],
    ['onTimeout', node.type === 'WAIT' ? node.onTimeout : null],
    ['onError.node', errorNodeOf(node)],
  ]
  return members.flatMap(([member, to]) =>
    to
      ? [
          {
            member,
            to,
            approved: node.type === 'APPROVAL' && member === 'next',
            body: member === 'body',
          },
        ]
      : [],
  )
}

const errorNodeOf = (node: Node): string | null =>
  'onError' in node && typeof node.onError === 'object' ? node.onError.node : null

/** The nodes of a definition, keyed by id. */
export const nodesById = ({ nodes }: AgentDefinition): ReadonlyMap<string, Node> =>
  new Map(nodes.map((node) => [node.id, node]))

/** All nodes that can be reached from a node, including itself, along the edges that `follows` allows. */
export const reachedFrom = (
  nodes: ReadonlyMap<string, Node>,
  start: string,
  follows: (edge: Edge) => boolean = () => true,
): ReadonlySet<string> => {
  const reached = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes.get(id)
    if (!node || reached.has(id)) continue
    reached.add(id)
    open.push(
      ...edgesOf(node)
        .filter(follows)
        .map(({ to }) => to),
    )
  }
  return reached
}

/** The first edge of a cycle; undefined if there is none. */
export const cycleIn = (
  nodes: ReadonlyMap<string, Node>,
): { from: string; member: string } | undefined => {
  const settled = new Set<string>()
  const visit = (id: string, above: ReadonlySet<string>): ReturnType<typeof cycleIn> => {
    const node = nodes.get(id)
    if (!node || settled.has(id)) return undefined
    const here = new Set([...above, id])
    for (const { member, to } of edgesOf(node)) {
      if (here.has(to)) return { from: id, member }
      const found = visit(to, here)
      if (found) return found
    }
    settled.add(id)
    return undefined
  }
  for (const id of nodes.keys()) {
    const found = visit(id, new Set())
    if (found) return found
  }
  return undefined
}
