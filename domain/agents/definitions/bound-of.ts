import type { ASTNode } from '@marcbachmann/cel-js'
import { ExpressionError } from './expression-error.ts'

/** What an expression may cost, in steps of its evaluation: well below a second. */
export const MOST_COST = 3_000_000

/** Of what an expression works out: what it costs, and how many items or characters it has at most. */
interface Bound {
  cost: number
  size: number
}

/** Functions whose cost grows with what they are given, and not faster. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'size',
  'has',
  'string',
  'int',
  'double',
  'bool',
  'dyn',
  'type',
  'timestamp',
  'duration',
  'startsWith',
  'endsWith',
  'contains',
  'indexOf',
  'substring',
  'split',
  'trim',
  'lowerAscii',
  'upperAscii',
  'getDate',
  'getDayOfMonth',
  'getDayOfWeek',
  'getDayOfYear',
  'getFullYear',
  'getHours',
  'getMinutes',
  'getMonth',
  'getSeconds',
])
const MACROS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])

/** How functions are called, for whoever names another one. */
const FUNCTION_NAMES = [...FUNCTIONS, ...MACROS, 'join'].toSorted()

/**
 * Bounds what an expression costs before it is evaluated. CEL ends always, but lists of lists multiply: an expression of
 * a thousand characters could take hours.
 * @param size of the longest list or text among the variables
 */
export const boundOf = (node: ASTNode, size: number): Bound => {
  const of = (part: ASTNode) => boundOf(part, size)
  switch (node.op) {
    case 'value':
      return { cost: 1, size: typeof node.args === 'string' ? node.args.length : 1 }
    case 'id':
      return { cost: 1, size }
    case '.':
    case '.?':
      return plus(of(node.args[0]), 1)
    case '!_':
    case '-_':
      return plus(of(node.args), 1)
    case '+':
      return added(node.args.map(of))
    case 'list':
      return together(node.args.map(of), node.args.length)
    case 'map':
      return together(node.args.flat().map(of), node.args.length)
    case 'call':
      return called(node.args[0], node.args[1].map(of))
    case 'rcall': {
      const [name, receiver, given] = node.args
      return MACROS.has(name)
        ? repeated(of(receiver), given.slice(1).map(of))
        : called(name, [receiver, ...given].map(of))
    }
    case '==':
    case '!=':
      return isLiteral(node.args[0]) || isLiteral(node.args[1])
        ? compared(node.args.map(of))
        : together(node.args.map(of), 1)
    case 'in':
      return together(node.args.map(of), 1)
    case '?:':
    case '&&':
    case '||':
    case '[]':
    case '[?]':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '-':
    case '*':
    case '/':
    case '%':
      return compared(node.args.map(of))
  }
}

const plus = ({ cost, size }: Bound, more: number): Bound => ({ cost: cost + more, size })

const sum = (bounds: readonly Bound[], of: keyof Bound): number =>
  bounds.reduce((total, bound) => total + bound[of], 0)

const together = (bounds: readonly Bound[], least: number): Bound => {
  const size = Math.max(least, ...bounds.map((bound) => bound.size))
  return { cost: sum(bounds, 'cost') + size, size }
}

const isLiteral = ({ op }: ASTNode): boolean => op === 'value'

/** At one step, whatever the size of what is given. */
const compared = (bounds: readonly Bound[]): Bound => ({
  cost: sum(bounds, 'cost') + 1,
  size: Math.max(...bounds.map(({ size }) => size)),
})

const added = (bounds: readonly Bound[]): Bound => {
  const size = sum(bounds, 'size')
  return { cost: sum(bounds, 'cost') + size, size }
}

/** A macro: its body once for each item. */
const repeated = (receiver: Bound, body: readonly Bound[]): Bound => ({
  cost: receiver.cost + receiver.size * (sum(body, 'cost') + 1),
  size: Math.max(receiver.size, ...body.map(({ size }) => size)),
})

const called = (name: string, given: readonly Bound[]): Bound => {
  const bound = together(given, 1)
  if (FUNCTIONS.has(name)) return bound
  if (name !== 'join')
    throw new ExpressionError(
      `calls ${name}, which there is not here. The functions are ${FUNCTION_NAMES.join(', ')}`,
    )
  const size = bound.size ** 2
  return { cost: bound.cost + size, size }
}
