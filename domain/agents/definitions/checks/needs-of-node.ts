import { permissionsIn, type Permission } from '#platform/core/access/permissions.ts'
import { readingOf } from '#platform/core/access/withheld.ts'
import { ACTIONS } from '../../catalog/actions/index.ts'
import { QUERIES } from '../../catalog/queries/index.ts'
import type { AgentDefinition } from '../definition.ts'
import { nodesById, reachedFrom } from './graph.ts'
import type { Node } from '../nodes/nodes.ts'
import { TOOLS } from '../../tools/index.ts'
import { EVENT_NODE } from '../triggers.ts'

/** Permissions required to execute a node. For an AGENT node, these include the permissions of each tool. */
export const needsOfNode = (node: Node): readonly Permission[] => {
  switch (node.type) {
    case 'QUERY':
      return permissionsIn(QUERIES[node.query]!.needs)
    case 'RETRIEVE':
      return ['knowledge:read']
    case 'ACTION':
      return permissionsIn(ACTIONS[node.action]!.needs)
    case 'NOTIFY':
      return permissionsIn(ACTIONS['create_task']!.needs)
    case 'AGENT':
      return node.tools.flatMap((tool) => permissionsIn(TOOLS[tool]!.needs))
    case 'CONDITION':
    case 'FOR_EACH':
    case 'APPROVAL':
    case 'WAIT':
    case 'END':
      return []
  }
}

/** Permissions required for every possible run. A person who has all of them can do everything that the run can do. */
export const needsOfRun = ({ nodes }: AgentDefinition): Permission[] => [
  ...new Set(nodes.flatMap(needsOfNode)),
]

/**
 * Permissions required to read the output of a node: those for its own data, and those of the nodes whose
 * results it uses. For the result of an action, read permissions for its records are sufficient.
 */
export const needsToRead = (definition: AgentDefinition, id: string): Permission[] => {
  const nodes = nodesById(definition)
  const needs = new Set<Permission>()
  for (const at of sourcesOf(definition, [id])) {
    if (at === EVENT_NODE) needs.add('events:read')
    const node = nodes.get(at)
    if (!node) continue
    for (const permission of needsOfNode(node)) needs.add(readingOf(permission))
    if (node.type === 'WAIT' && 'eventType' in node.for) needs.add('events:read')
    if (usesResults(node) && usesInput(node))
      for (const needed of needsOfInput(definition)) needs.add(needed)
  }
  return [...needs]
}

/** The given nodes, and all nodes that they use directly or indirectly. */
const sourcesOf = (definition: AgentDefinition, ids: readonly string[]): ReadonlySet<string> => {
  const nodes = nodesById(definition)
  const seen = new Set<string>()
  const open = [...ids]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const node = nodes.get(at)
    if (node && usesResults(node)) open.push(...usedBy(definition, node))
  }
  return seen
}

/**
 * Whether the outputs or texts of nodes may contain passages from one of these assistants. Which assistant a
 * model searches is known only at run time.
 */
export const quotesOneOf = (
  definition: AgentDefinition,
  ids: readonly string[],
  assistants: ReadonlySet<string | null>,
): boolean => {
  if (assistants.size === 0) return false
  const nodes = nodesById(definition)
  const worded = ids.flatMap((id) => usedBy(definition, nodes.get(id)!))
  return [...sourcesOf(definition, [...ids, ...worded])].some((id) => {
    const node = nodes.get(id)
    if (node?.type === 'RETRIEVE') return assistants.has(node.assistantId)
    return node?.type === 'AGENT' && needsOfNode(node).includes('knowledge:read')
  })
}

/** Permissions required to read everything that a run uses. */
export const needsToReadAll = (definition: AgentDefinition): Permission[] => [
  ...new Set(definition.nodes.flatMap(({ id }) => needsToRead(definition, id))),
]

/** Permissions required to read the input of a run: those of the nodes that use it. */
export const needsOfInput = ({ nodes }: AgentDefinition): Permission[] => [
  ...new Set(nodes.filter(usesInput).flatMap(needsOfNode).map(readingOf)),
]

/**
 * Permissions required to read a text that a node writes. The text does not contain the action's own records,
 * but it can contain records that its expressions use.
 */
export const needsOfText = (definition: AgentDefinition, id: string): Permission[] => {
  const node = nodesById(definition).get(id)!
  const used = node.type === 'AGENT' ? [id] : usedBy(definition, node)
  return [
    ...new Set([
      ...used.flatMap((source) => needsToRead(definition, source)),
      ...(usesInput(node) ? needsOfInput(definition) : []),
    ]),
  ]
}

/**
 * Whether the output contains results of other nodes. Queries, searches and actions return their own records,
 * and a condition only returns true or false.
 */
const usesResults = ({ type }: Node): boolean =>
  type === 'AGENT' || type === 'APPROVAL' || type === 'FOR_EACH' || type === 'END'

const STEP = /\bsteps\.([A-Za-z_]\w*)/g
const WORD = {
  event: /\bevent\b/,
  input: /\binput\b/,
  item: /\bitem\b/,
  steps: /\bsteps\b(?!\.[A-Za-z_])/,
}

const usesInput = (node: Node): boolean => WORD.input.test(JSON.stringify(node))

/** The nodes whose results a node's expressions use; all nodes if an expression does not name them. */
const usedBy = (definition: AgentDefinition, node: Node): string[] => {
  const text = JSON.stringify(node)
  const named = [...text.matchAll(STEP)].map(([, id]) => id!)
  const all = WORD.steps.test(text) ? definition.nodes.map(({ id }) => id) : []
  const loops = WORD.item.test(text) ? loopsAround(definition, node.id) : []
  return [...named, ...all, ...loops, ...(WORD.event.test(text) ? [EVENT_NODE] : [])]
}

const loopsAround = (definition: AgentDefinition, id: string): string[] =>
  definition.nodes.flatMap((node) =>
    node.type === 'FOR_EACH' && reachedFrom(nodesById(definition), node.body).has(id)
      ? [node.id]
      : [],
  )
