import { Environment, type ASTNode } from '@marcbachmann/cel-js'
import { BoundedMap } from '#platform/core/context/bounded-map.ts'
import { closest, hintOf } from '#platform/core/input/closest.ts'
import { MOST_COST } from '../rules.ts'
import { boundOf } from './bound-of.ts'
import { ExpressionError } from './expression-error.ts'
import { isNode } from './is-node.ts'
import { fromCel, longestIn, toCel } from './values.ts'

/** The variables of expressions, with their types. */
const VARIABLES = {
  input: 'map',
  event: 'dyn',
  arrived: 'dyn',
  steps: 'map',
  run: 'map',
  item: 'dyn',
  index: 'int',
  today: 'string',
  now: 'google.protobuf.Timestamp',
} as const

/** The values of the variables. `item` and `index` exist in a FOR_EACH, `arrived` in a WAIT. */
export type Scope = Record<keyof typeof VARIABLES, unknown>

export interface Expression {
  text: string
  ast: ASTNode
  /** Whether the expression uses `item` or `index`. */
  ofItem: boolean
  /** Whether the expression uses `arrived`. */
  ofArrived: boolean
  /** Evaluates the expression to JSON; instants become text. */
  evaluate: (scope: Scope) => unknown
}

const environment = Object.entries(VARIABLES).reduce(
  (known, [name, type]) => known.registerVariable(name, type),
  new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 400, maxDepth: 30, maxListElements: 100, maxMapEntries: 50 },
  }),
)

/** Recently parsed expressions, because a run evaluates the expressions of its nodes repeatedly. */
const known = new BoundedMap<Expression>(2_000)

/** Parses an expression. Throws an error if it is invalid. */
export const readExpression = (text: string): Expression => known.remember(text, () => parse(text))

const parse = (text: string): Expression => {
  const parsed = telling(() => environment.parse(text), text)
  const checked = parsed.check()
  if (!checked.valid) throw faultOf(checked.error, text)
  assertAffordable(parsed.ast, 1)
  const variables = variablesIn(parsed.ast)
  return {
    text,
    ast: parsed.ast,
    ofItem: variables.has('item') || variables.has('index'),
    ofArrived: variables.has('arrived'),
    evaluate: (scope) => {
      const values = toCel(scope) as Scope
      assertAffordable(parsed.ast, Math.max(1, longestIn(values)))
      return fromCel(telling((): unknown => parsed({ ...values })))
    },
  }
}

const assertAffordable = (ast: ASTNode, size: number): void => {
  if (boundOf(ast, size).cost > MOST_COST)
    throw new ExpressionError(
      `is too costly for lists of ${size} items. Reduce the nesting of lists by one level`,
    )
}

const telling = <Value>(work: () => Value, text?: string): Value => {
  try {
    return work()
  } catch (error) {
    throw faultOf(error, text)
  }
}

const UNKNOWN_VARIABLE = /^Unknown variable: (\w+)$/

/** The library's error in a sentence, with its position in a text that could not be read. */
const faultOf = (error: unknown, text?: string): ExpressionError => {
  const line = lineOf(error)
  if (text === undefined) return new ExpressionError(`has no value: ${line}`)
  const [, unknown] = UNKNOWN_VARIABLE.exec(line) ?? []
  const meant = unknown === undefined ? [] : closest(unknown, Object.keys(VARIABLES))
  const position = (error as { range?: { start: number } }).range?.start
  return new ExpressionError(`is invalid: ${line}${hintOf(meant)}`, {
    expression: text,
    ...(position !== undefined && { position }),
    ...(meant[0] !== undefined && { suggestion: meant[0] }),
  })
}

/** Drops the further lines with which the library shows the position. */
const lineOf = (error: unknown): string => {
  const [first = 'unknown error'] = error instanceof Error ? error.message.split('\n') : []
  return first
}

const variablesIn = (ast: ASTNode): ReadonlySet<string> => {
  const variables = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    if (value.op === 'id') variables.add(value.args)
    visit(value.args)
  }
  visit(ast)
  return variables
}
