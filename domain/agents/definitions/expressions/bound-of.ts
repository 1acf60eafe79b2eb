import type { ASTNode } from '@marcbachmann/cel-js'
import { ExpressionError } from './expression-error.ts'

/** An upper bound for evaluating an expression. */
interface Bound {
  /** The cost of the evaluation. */
  cost: number
  /** The maximum length of a list or text that it produces. */
  size: number
  /** The number of values that it combines, including nested ones. A variable's value counts as one. */
  made: number
}

/** Functions whose cost grows at most linearly with their input. */
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

/** The known functions, listed in the error for an unknown one. */
const FUNCTION_NAMES = [...FUNCTIONS, ...MACROS, 'join'].toSorted()

/** The bounds of a macro's variables, keyed by name. */
type Items = ReadonlyMap<string, Bound>

/**
 * Limits the cost of an expression before it is evaluated. CEL always terminates, but nested lists multiply: an
 * expression of a thousand characters could take hours.
 * @param size the length of the longest list or text among the variables
 */
export const boundOf = (node: ASTNode, size: number, items: Items = new Map()): Bound => {
  const of = (part: ASTNode) => boundOf(part, size, items)
  switch (node.op) {
    case 'value':
      return { cost: 1, size: typeof node.args === 'string' ? node.args.length : 1, made: 1 }
    case 'id':
      return items.get(node.args) ?? { cost: 1, size, made: 1 }
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
      if (!MACROS.has(name)) return called(name, [receiver, ...given].map(of))
      const list = of(receiver)
      const item = { ...list, cost: 1 }
      const inside = new Map([...items, ...namesIn(given[0]).map((it) => [it, item] as const)])
      const body = given.slice(1).map((part) => boundOf(part, size, inside))
      return repeated(name, list, body)
    }
    case '==':
    case '!=':
      return isLiteral(node.args[0]) || isLiteral(node.args[1])
        ? decided(node.args.map(of), 1)
        : decided(node.args.map(of), depthOf(node.args.map(of)))
    case 'in':
      return decided(node.args.map(of), depthOf(node.args.map(of)))
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
      return chosen(node.args.map(of))
  }
}

const namesIn = (node: ASTNode | undefined): string[] => (node?.op === 'id' ? [node.args] : [])

const plus = ({ cost, ...rest }: Bound, more: number): Bound => ({ cost: cost + more, ...rest })

const sum = (bounds: readonly Bound[], of: keyof Bound): number =>
  bounds.reduce((total, bound) => total + bound[of], 0)

const most = (bounds: readonly Bound[], of: keyof Bound): number =>
  Math.max(...bounds.map((bound) => bound[of]))

const together = (bounds: readonly Bound[], least: number): Bound => {
  const size = Math.max(least, ...bounds.map((bound) => bound.size))
  return { cost: sum(bounds, 'cost') + size, size, made: 1 + sum(bounds, 'made') }
}

const isLiteral = ({ op }: ASTNode): boolean => op === 'value'

/** The cost of a complete comparison of the values. */
const depthOf = (bounds: readonly Bound[]): number => most(bounds, 'made') * most(bounds, 'size')

/** The bound of a Boolean result. */
const decided = (bounds: readonly Bound[], cost: number): Bound => ({
  cost: sum(bounds, 'cost') + cost,
  size: 1,
  made: 1,
})

/** The bound of a choice: one step, and the largest of the values. */
const chosen = (bounds: readonly Bound[]): Bound => ({
  cost: sum(bounds, 'cost') + 1,
  size: most(bounds, 'size'),
  made: most(bounds, 'made'),
})

const added = (bounds: readonly Bound[]): Bound => {
  const size = sum(bounds, 'size')
  return { cost: sum(bounds, 'cost') + size, size, made: sum(bounds, 'made') }
}

/** The bound of a macro, which evaluates its body once per item. */
const repeated = (name: string, list: Bound, body: readonly Bound[]): Bound => ({
  cost: list.cost + list.size * (sum(body, 'cost') + 1),
  size: Math.max(list.size, ...body.map(({ size }) => size)),
  made: name === 'map' ? list.size * Math.max(1, sum(body, 'made')) : list.made,
})

const called = (name: string, given: readonly Bound[]): Bound => {
  const bound = together(given, 1)
  if (FUNCTIONS.has(name)) return bound
  if (name !== 'join')
    throw new ExpressionError(
      `calls ${name}, which is not available here. The available functions are ${FUNCTION_NAMES.join(', ')}`,
    )
  const size = bound.size ** 2
  return { ...bound, cost: bound.cost + size, size }
}
