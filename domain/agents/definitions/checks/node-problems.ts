import { didYouMean } from '#platform/core/input/closest.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { ACTIONS } from '../../catalog/actions/index.ts'
import { QUERIES } from '../../catalog/queries/index.ts'
import { TOOLS } from '../../tools/index.ts'
import { edgesOf, reachedFrom } from './graph.ts'
import { computedIn } from '../nodes/members.ts'
import type { Node } from '../nodes/nodes.ts'
import { readExpression } from '../expressions/read-expression.ts'
import { readTemplate } from '../expressions/read-template.ts'
import type { Members } from '../shapes/shape.ts'
import { expressionOf, findingsIn, type Needed } from './findings-in.ts'
import { problem } from './problem.ts'
import type { Remark } from './remark.ts'

/** The nodes of a definition, keyed by id. */
export type Nodes = ReadonlyMap<string, Node>

/** What is around a node. */
interface NodePlace {
  nodes: Nodes
  inBody: boolean
  /** The variables of its expressions; undefined if the graph is invalid. */
  variables: Members | undefined
}

/** The errors inside a node, keyed by member. */
export const nodeProblems = (node: Node, place: NodePlace): Remark[] => [
  ...placeProblems(node, place),
  ...expressionsIn(node).flatMap((part) => partProblems(part, place)),
  ...parameterProblems(node),
  ...toolProblems(node),
]

const placeProblems = (node: Node, { nodes, inBody }: { nodes: Nodes; inBody: boolean }) => {
  if (inBody && (node.type === 'FOR_EACH' || node.type === 'END'))
    return [
      problem(
        'type',
        'not_allowed',
        node.type === 'END'
          ? 'END ends the run, so it is not allowed in the chain of a FOR_EACH. To end the chain, set next to null'
          : 'a FOR_EACH cannot be in the chain of another FOR_EACH',
      ),
    ]
  if (node.type !== 'FOR_EACH') return []
  const after = new Set(
    edgesOf(node)
      .filter(({ body }) => !body)
      .flatMap(({ to }) => [...reachedFrom(nodes, to)]),
  )
  const shared = [...reachedFrom(nodes, node.body)].find((id) => after.has(id))
  return shared
    ? [
        problem(
          'body',
          'not_allowed',
          `leads to ${shared}, which also follows the FOR_EACH. Use separate nodes`,
        ),
      ]
    : []
}

/** A member with an expression, or with a text that contains some. */
type Part = { path: string; expression: string; needs: Needed } | { path: string; template: string }

const expressionsIn = (node: Node): Part[] => {
  const one = (path: string, expression: string | null, needs: Needed = 'ANY'): Part[] =>
    expression === null ? [] : [{ path, expression, needs }]
  const words = (path: string, template: string | null): Part[] =>
    template === null ? [] : [{ path, template }]
  switch (node.type) {
    case 'AGENT':
      return [...words('instructions', node.instructions), ...one('given', node.given)]
    case 'CONDITION':
      return one('when', node.when, 'BOOLEAN')
    case 'FOR_EACH':
      return one('items', node.items, 'LIST')
    case 'APPROVAL':
      return [...words('title', node.title), ...one('shows', node.shows)]
    case 'WAIT':
      return 'at' in node.for
        ? one('for.at', node.for.at, 'TIME')
        : one('for.filter', 'filter' in node.for ? node.for.filter : null, 'BOOLEAN')
    case 'RETRIEVE':
      return words('question', node.question)
    case 'NOTIFY':
      return words('text', node.text)
    case 'END':
      return words('message', node.message)
    case 'QUERY':
    case 'ACTION':
      return computedIn(node.parameters, 'parameters').flatMap(({ path, expression }) =>
        one(`${path}.expression`, expression),
      )
  }
}

const partProblems = (part: Part, { inBody, variables }: NodePlace): Remark[] => {
  const { path } = part
  const isTemplate = 'template' in part
  const read = isTemplate
    ? expressionOf(path, part.template, (text) => readTemplate(text).expressions)
    : expressionOf(path, part.expression, (text) => [readExpression(text)])
  if ('issues' in read) return read.issues
  return read.found.flatMap((expression) => [
    ...(expression.ofItem && !inBody
      ? [
          problem(
            path,
            'not_allowed',
            'item and index are available only in the chain of a FOR_EACH',
          ),
        ]
      : []),
    ...(expression.ofArrived && path !== 'for.filter'
      ? [problem(path, 'not_allowed', 'arrived is available only in the filter of a WAIT')]
      : []),
    ...(variables
      ? findingsIn(path, expression, { variables, needs: isTemplate ? 'SINGLE' : part.needs })
      : []),
  ])
}

const parameterProblems = (node: Node): Issue[] => {
  if (node.type !== 'QUERY' && node.type !== 'ACTION') return []
  const [member, name, catalog] =
    node.type === 'QUERY'
      ? (['query', node.query, QUERIES] as const)
      : (['action', node.action, ACTIONS] as const)
  const entry = Object.hasOwn(catalog, name) ? catalog[name] : undefined
  if (!entry)
    return [
      problem(
        member,
        'not_found',
        `the catalog has no ${member} ${name}${didYouMean(name, Object.keys(catalog))}`,
      ),
    ]
  const computed = computedIn(node.parameters, 'parameters').map(({ path }) => path)
  const parsed = parseInput(entry.parameters, node.parameters)
  if ('data' in parsed) return []
  // Parameters that are expressions are checked once their value is known.
  return parsed.issues
    .map(({ path, ...issue }) => ({ path: `parameters.${path}`, ...issue }))
    .filter(
      ({ path, code }) =>
        code === 'unknown_member' || !computed.some((it) => `${path}.`.startsWith(`${it}.`)),
    )
}

const toolProblems = (node: Node): Issue[] =>
  node.type === 'AGENT'
    ? node.tools.flatMap((name, index) =>
        Object.hasOwn(TOOLS, name)
          ? []
          : [
              problem(
                `tools.${index}`,
                'not_found',
                `the tool ${name} does not exist${didYouMean(name, Object.keys(TOOLS))}`,
              ),
            ],
      )
    : []
