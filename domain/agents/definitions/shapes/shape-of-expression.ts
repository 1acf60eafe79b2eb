import type { ASTNode } from '@marcbachmann/cel-js'
import { isNode } from '../expressions/is-node.ts'
import {
  maybeMissing,
  neverEqual,
  noMember,
  sourceOf,
  wrongKind,
  wrongOperands,
  type Finding,
} from './finding.ts'
import {
  ANY,
  BOOLEAN,
  DURATION,
  either,
  INSTANT,
  list,
  NULL,
  NUMBER,
  object,
  partsOf,
  partsWithoutNull,
  TEXT,
  value,
  type Members,
  type Shape,
  type ValueKind,
} from './shape.ts'

interface Place {
  variables: Members
  /** The members that `has(…)` tests somewhere in the expression. */
  tested: ReadonlySet<string>
  report: (finding: Finding) => void
}

/**
 * The shape of an expression's value, and what in it can never work. Only what is certain is reported: a value of
 * which nothing is known, such as the result of `dyn(…)`, fits everywhere.
 */
export const shapeOfExpression = (
  ast: ASTNode,
  variables: Members,
): { shape: Shape; findings: Finding[] } => {
  const findings: Finding[] = []
  const report = (finding: Finding) => findings.push(finding)
  const shape = shapeOf(ast, { variables, tested: new Set(testedIn(ast)), report })
  return { shape, findings }
}

/** The arguments of `has(…)`. */
const testedIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(testedIn)
  if (!isNode(value)) return []
  const tested = value.op === 'call' && value.args[0] === 'has' ? value.args[1].map(sourceOf) : []
  return [...tested, ...testedIn(value.args)]
}

const shapeOf = (node: ASTNode, at: Place): Shape => {
  switch (node.op) {
    case 'value':
      return literalOf(node.args)
    case 'id':
      return at.variables.get(node.args) ?? ANY
    case '.':
      return memberOf(node, node.args[1], at)
    case '.?':
      memberOf(node, node.args[1], { ...at, tested: ALL })
      return ANY
    case '[]':
    case '[?]':
      return elementOf(node.args, at)
    case 'list':
      return list(either(node.args.map((item) => shapeOf(item, at))))
    case 'map':
      return mapOf(node.args, at)
    case 'call':
      return callOf(node.args, at)
    case 'rcall':
      return methodOf(node.args, at)
    case '?:': {
      const [when, ...choices] = node.args
      assertBoolean(when, at)
      return either(choices.map((choice) => shapeOf(choice, at)))
    }
    case '||':
    case '&&':
      node.args.forEach((operand) => assertBoolean(operand, at))
      return BOOLEAN
    case '!_':
      assertBoolean(node.args, at)
      return BOOLEAN
    case '-_':
      shapeOf(node.args, at)
      return NUMBER
    case '==':
    case '!=':
      return equalityOf(node.args, at)
    case 'in':
      return membershipOf(node.args, at)
    case '<':
    case '<=':
    case '>':
    case '>=':
      operated(node, node.args, COMPARED, at)
      return BOOLEAN
    case '+':
      return operated(node, node.args, ADDED, at)
    case '-':
      return operated(node, node.args, SUBTRACTED, at)
    case '*':
    case '/':
    case '%':
      return operated(node, node.args, MULTIPLIED, at)
  }
}

const literalOf = (literal: unknown): Shape => {
  if (literal === null) return NULL
  if (typeof literal === 'string' || typeof literal === 'boolean')
    return value(typeof literal as 'string' | 'boolean', [literal])
  return typeof literal === 'bigint' || typeof literal === 'number' ? NUMBER : ANY
}

const isAny = ({ is }: Shape): boolean => is === 'ANY'

const memberOf = (
  { args: [of], pos }: { args: readonly [ASTNode, unknown]; pos: number },
  name: string,
  at: Place,
): Shape => memberIn(of, shapeOf(of, at), { name, position: pos }, at)

const memberIn = (
  of: ASTNode,
  shape: Shape,
  { name, position }: { name: string; position: number },
  at: Place,
): Shape => {
  const parts = partsWithoutNull(shape)
  if (parts.some(isAny)) return ANY
  const found = parts.flatMap((part) => {
    const member = part.is === 'OBJECT' ? (part.members.get(name) ?? part.others) : undefined
    return member ? [member] : []
  })
  if (found.length === 0) {
    at.report(noMember(of, shape, name, position))
    return ANY
  }
  if (parts.every((part) => mayLack(part, name)) && !isTested(of, name, at))
    at.report(maybeMissing(of, name, position))
  return either(found)
}

const mayLack = (part: Shape, name: string): boolean =>
  part.is === 'OBJECT' && part.optional?.has(name) === true

const isTested = (of: ASTNode, name: string, { tested }: Place): boolean =>
  tested === ALL || tested.has(`${sourceOf(of)}.${name}`)

/** Where a missing member is expected. */
const ALL: ReadonlySet<string> = new Set()

/** Each part is read once: reading it again for each bracket around it would take exponential time. */
const elementOf = ([of, index]: [ASTNode, ASTNode], at: Place): Shape => {
  const shape = shapeOf(of, at)
  shapeOf(index, at)
  const parts = partsWithoutNull(shape)
  if (
    index.op === 'value' &&
    typeof index.args === 'string' &&
    parts.some(({ is }) => is === 'OBJECT')
  )
    return memberIn(of, shape, { name: index.args, position: index.range.start }, at)
  return either(parts.map((part) => (part.is === 'LIST' ? part.items : ANY)))
}

const mapOf = (entries: readonly [ASTNode, ASTNode][], at: Place): Shape => {
  const members: Record<string, Shape> = {}
  let isKnown = true
  for (const [key, entry] of entries) {
    shapeOf(key, at)
    const shape = shapeOf(entry, at)
    if (key.op === 'value' && typeof key.args === 'string') members[key.args] = shape
    else isKnown = false
  }
  return isKnown ? object(members) : ANY
}

/** Reports an operand that is never true or false. */
const assertBoolean = (node: ASTNode, at: Place): void => {
  const shape = shapeOf(node, at)
  if (!isOfKind(shape, 'boolean')) at.report(wrongKind(node, shape, 'true or false is needed here'))
}

/** Whether a value can be of a kind. */
const isOfKind = (shape: Shape, ...kinds: readonly ValueKind[]): boolean =>
  partsOf(shape).some((part) => isAny(part) || (part.is === 'VALUE' && kinds.includes(part.kind)))

const equalityOf = (sides: [ASTNode, ASTNode], at: Place): Shape => {
  const shapes: [Shape, Shape] = [shapeOf(sides[0], at), shapeOf(sides[1], at)]
  const comparesNull = sides.some(({ op, args }) => op === 'value' && args === null)
  const comparesLiterals = sides.every(({ op }) => op === 'value')
  if (!comparesNull && !comparesLiterals && !canBeEqual(...shapes))
    at.report(neverEqual(sides, shapes))
  return BOOLEAN
}

const canBeEqual = (one: Shape, other: Shape): boolean =>
  partsOf(one).some((left) => partsOf(other).some((right) => overlap(left, right)))

const overlap = (one: Shape, other: Shape): boolean => {
  if (isAny(one) || isAny(other)) return true
  if (one.is !== 'VALUE' || other.is !== 'VALUE') return one.is === other.is
  if (one.kind !== other.kind) return false
  return !one.values || !other.values || one.values.some((it) => other.values!.includes(it))
}

const membershipOf = ([left, right]: [ASTNode, ASTNode], at: Place): Shape => {
  const one = shapeOf(left, at)
  if (right.op === 'list') {
    for (const item of right.args) {
      const shape = shapeOf(item, at)
      if (!canBeEqual(one, shape)) at.report(neverEqual([left, item], [one, shape]))
    }
    return BOOLEAN
  }
  const many = shapeOf(right, at)
  if (partsWithoutNull(many).every(({ is }) => is === 'VALUE'))
    at.report(wrongKind(right, many, 'in needs a list or an object on its right'))
  else if (left.op === 'value' && !canBeEqual(one, itemsOf(many)))
    at.report(
      typeof left.args === 'string' && partsWithoutNull(many).some(({ is }) => is === 'OBJECT')
        ? noMember(right, many, left.args, left.range.start)
        : neverEqual([left, right], [one, itemsOf(many)]),
    )
  return BOOLEAN
}

/** The values of a list, or the names in an object. */
const itemsOf = (shape: Shape): Shape =>
  either(
    partsWithoutNull(shape).map((part) => {
      if (part.is === 'LIST') return part.items
      return part.is === 'OBJECT' && !part.others ? value('string', [...part.members.keys()]) : ANY
    }),
  )

/** For pairs of kinds, the kind of the result. */
type Operation = readonly (readonly [left: ValueKind, right: ValueKind, result: Shape])[]

const COMPARED: Operation = (['string', 'number', 'boolean', 'instant', 'duration'] as const).map(
  (kind) => [kind, kind, BOOLEAN],
)
const NUMBERS = ['number', 'number', NUMBER] as const
const ADDED: Operation = [
  NUMBERS,
  ['string', 'string', TEXT],
  ['instant', 'duration', INSTANT],
  ['duration', 'instant', INSTANT],
  ['duration', 'duration', DURATION],
]
const SUBTRACTED: Operation = [
  NUMBERS,
  ['instant', 'instant', DURATION],
  ['instant', 'duration', INSTANT],
  ['duration', 'duration', DURATION],
]
const MULTIPLIED: Operation = [NUMBERS]

const operated = (
  node: ASTNode,
  [left, right]: [ASTNode, ASTNode],
  operation: Operation,
  at: Place,
): Shape => {
  const one = shapeOf(left, at)
  const other = shapeOf(right, at)
  if ([one, other].some((shape) => partsOf(shape).some(isAny))) return ANY
  const results = operation
    .filter(([first, second]) => isOfKind(one, first) && isOfKind(other, second))
    .map(([, , result]) => result)
  if (operation === ADDED) results.push(...joined(one, other))
  if (results.length > 0) return either(results)
  at.report(wrongOperands(node, [left, right], [one, other]))
  return ANY
}

/** The result of adding two lists. */
const joined = (one: Shape, other: Shape): Shape[] => {
  const lists = [one, other].map((shape) => partsOf(shape).find(({ is }) => is === 'LIST'))
  return lists.every((it) => it?.is === 'LIST') ? [list(either(lists.map((it) => it.items)))] : []
}

/** The shapes of the results of functions. */
const RESULTS: Readonly<Record<string, Shape>> = {
  size: NUMBER,
  has: BOOLEAN,
  string: TEXT,
  int: NUMBER,
  double: NUMBER,
  bool: BOOLEAN,
  timestamp: INSTANT,
  duration: DURATION,
}

const callOf = ([name, given]: readonly [string, readonly ASTNode[]], at: Place): Shape => {
  const [first] = given.map((node) => ({ node, shape: shapeOf(node, at) }))
  if (name === 'size' && first) assertSized(first.node, first.shape, at)
  return RESULTS[name] ?? ANY
}

const assertSized = (node: ASTNode, shape: Shape, at: Place): void => {
  if (partsOf(shape).every((part) => part.is === 'VALUE' && part.kind !== 'string'))
    at.report(wrongKind(node, shape, 'size needs a list, an object or a text'))
}

/** The methods of texts and timestamps, and their results. */
const OF_TEXTS: Readonly<Record<string, Shape>> = {
  startsWith: BOOLEAN,
  endsWith: BOOLEAN,
  contains: BOOLEAN,
  indexOf: NUMBER,
  substring: TEXT,
  split: list(TEXT),
  trim: TEXT,
  lowerAscii: TEXT,
  upperAscii: TEXT,
}
const OF_TIMES = /^get[A-Z]/

const methodOf = (
  [name, receiver, given]: readonly [string, ASTNode, readonly ASTNode[]],
  at: Place,
): Shape => {
  const shape = shapeOf(receiver, at)
  if (MACROS.has(name)) return macroOf(name, { receiver, shape, given }, at)
  for (const node of given) shapeOf(node, at)
  const ofTexts = OF_TEXTS[name]
  if (ofTexts) {
    if (!isOfKind(shape, 'string'))
      at.report(wrongKind(receiver, shape, `${name} needs a text. Use string(…)`))
    return ofTexts
  }
  if (OF_TIMES.test(name)) {
    if (!isOfKind(shape, 'instant', 'duration'))
      at.report(wrongKind(receiver, shape, `${name} needs a timestamp. Use timestamp(…)`))
    return NUMBER
  }
  if (name === 'size') assertSized(receiver, shape, at)
  return name === 'join' ? TEXT : (RESULTS[name] ?? ANY)
}

const MACROS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])

interface Macro {
  receiver: ASTNode
  shape: Shape
  given: readonly ASTNode[]
}

/** A macro names its variable first. It stands for the values of a list, or for the names in an object. */
const macroOf = (name: string, { receiver, shape, given }: Macro, at: Place): Shape => {
  const parts = partsWithoutNull(shape)
  if (parts.every(({ is }) => is === 'VALUE'))
    at.report(wrongKind(receiver, shape, `${name} needs a list or an object`))
  const [variable, ...body] = given
  const item = either(parts.map((part) => (part.is === 'OBJECT' ? TEXT : itemsOf(part))))
  const inside = {
    ...at,
    variables: new Map([
      ...at.variables,
      ...(variable?.op === 'id' ? [[variable.args, item] as const] : []),
    ]),
  }
  const shapes = body.map((node) => shapeOf(node, inside))
  if (name === 'map') return list(shapes.at(-1) ?? ANY)
  return name === 'filter' ? list(item) : BOOLEAN
}
