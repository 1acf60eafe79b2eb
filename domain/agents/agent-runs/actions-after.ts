import { ACTIONS } from '../catalog/actions/index.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { nodesById, reachedFrom } from '../definitions/graph.ts'

/** What may be done once an approval is given, up to the next one: titles of actions, which say nothing of anybody. */
export const actionsAfter = (definition: AgentDefinition, approval: string): string[] => {
  const nodes = nodesById(definition)
  const asking = nodes.get(approval)
  if (asking?.type !== 'APPROVAL' || asking.next === null) return []
  const reached = reachedFrom(nodes, asking.next, ({ to }) => nodes.get(to)!.type !== 'APPROVAL')
  const titles = [...reached].flatMap((id) => {
    const node = nodes.get(id)!
    if (node.type === 'NOTIFY') return [ACTIONS['create_task']!.title]
    return node.type === 'ACTION' ? [ACTIONS[node.action]!.title] : []
  })
  return [...new Set(titles)]
}
