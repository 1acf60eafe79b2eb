import { didYouMean } from '#platform/core/input/closest.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { ACTIONS } from '../../catalog/actions/index.ts'
import { QUERIES } from '../../catalog/queries/index.ts'
import { TOOLS } from '../../tools/index.ts'
import { ExpressionError } from '../expressions/expression-error.ts'
import { edgesOf, reachedFrom } from './graph.ts'
import { computedIn } from '../nodes/members.ts'
import type { Node } from '../nodes/nodes.ts'
import { readExpression, type Expression } from '../expressions/read-expression.ts'
import { readTemplate } from '../expressions/read-template.ts'

/** The nodes of a definition, keyed by id. */
export type Nodes = ReadonlyMap<string, Node>

export const problem = (path: string, code: Issue['code'], message: string): Issue => ({
  path,
  code,
  message,
})

/** The errors in a single expression. */
export const wrongIn = (path: string, text: string): Issue[] => {
  try {
    readExpression(text)
    return []
  } catch (error) {
    if (error instanceof ExpressionError)
      return [problem(path, 'invalid_value', `the expression ${error.message}`)]
    throw error
  }
}

/** The errors inside a node, keyed by member. */
export const nodeProblems = (node: Node, place: { nodes: Nodes; inBody: boolean }): Issue[] => [
  ...placeProblems(node, place),
  ...expressionProblems(node, place),
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

/** The expressions of a node, keyed by member. */
const expressionsIn = (node: Node): [path: string, read: () => Expression[]][] => {
  const one = (path: string, text: string | null): [string, () => Expression[]][] =>
    text === null ? [] : [[path, () => [readExpression(text)]]]
  const words = (path: string, text: string | null): [string, () => Expression[]][] =>
    text === null ? [] : [[path, () => readTemplate(text).expressions]]
  switch (node.type) {
    case 'AGENT':
      return [...words('instructions', node.instructions), ...one('given', node.given)]
    case 'CONDITION':
      return one('when', node.when)
    case 'FOR_EACH':
      return one('items', node.items)
    case 'APPROVAL':
      return [...words('title', node.title), ...one('shows', node.shows)]
    case 'WAIT':
      return 'at' in node.for
        ? one('for.at', node.for.at)
        : one('for.filter', 'filter' in node.for ? node.for.filter : null)
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

const expressionProblems = (
  node: Node,
  { nodes, inBody }: { nodes: Nodes; inBody: boolean },
): Issue[] =>
  expressionsIn(node).flatMap(([path, read]) => {
    try {
      return read().flatMap((expression) => [
        ...[...expression.steps]
          .filter((id) => !nodes.has(id))
          .map((id) =>
            problem(
              path,
              'not_found',
              `steps.${id}: the node ${id} does not exist${didYouMean(id, [...nodes.keys()])}`,
            ),
          ),
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
      ])
    } catch (error) {
      if (error instanceof ExpressionError)
        return [problem(path, 'invalid_value', `the expression ${error.message}`)]
      throw error
    }
  })

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
