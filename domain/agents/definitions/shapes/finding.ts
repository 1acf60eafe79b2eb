import type { ASTNode } from '@marcbachmann/cel-js'
import { closest, hintOf } from '#platform/core/input/closest.ts'
import { inWords } from './in-words.ts'
import { partsOf, partsWithoutNull, type Shape } from './shape.ts'

/** Something in an expression that can never work with the values that it will meet. */
export interface Finding {
  /** `may_be_missing`: it works only with some of the values. */
  code: 'not_found' | 'invalid_value' | 'may_be_missing'
  message: string
  /** The index of the character where it is. */
  position: number
  /** What was probably meant; null if nothing is close. */
  suggestion: string | null
}

/** Maximum number of names that a message lists. */
const MOST_NAMES = 20
const MOST_QUOTED = 80

/** The part of the expression that a node is. */
export const sourceOf = ({ input, range }: ASTNode): string => {
  const text = input.slice(range.start, range.end)
  return text.length <= MOST_QUOTED ? text : `${text.slice(0, MOST_QUOTED)}…`
}

const listed = (what: string, names: readonly string[]): string => {
  if (names.length === 0) return ''
  const more = names.length > MOST_NAMES ? ' …' : ''
  return `. ${what}: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
}

/** A member that no value of this shape has. */
export const noMember = (of: ASTNode, shape: Shape, name: string, position: number): Finding => {
  const text = sourceOf(of)
  const parts = partsWithoutNull(shape)
  const objects = parts.flatMap((part) => (part.is === 'OBJECT' ? [part] : []))
  const absent = objects.find((part) => part.absent)?.absent
  const names = [...new Set(objects.flatMap(({ members }) => [...members.keys()]))]
  const meant = closest(name, names)
  const deeper = meant.length > 0 ? meant : membersBelow(objects, name)
  const finding = { code: 'not_found', position, suggestion: deeper[0] ?? null } as const
  if (absent) return { ...finding, message: `${absent(name)}${hintOf(meant)}` }
  if (objects.length === 0) {
    const what = parts.length > 0 ? inWords(shape) : 'always null here'
    return { ...finding, message: `${text} is ${what}, so it has no member ${name}` }
  }
  const hint = deeper.length > 0 ? hintOf(deeper) : listed('Its members are', names)
  return { ...finding, message: `${text} has no member ${name}${hint}` }
}

/** Paths of members with this name, one level below: `childId` of an event is `data.childId`. */
const membersBelow = (
  objects: readonly Extract<Shape, { is: 'OBJECT' }>[],
  name: string,
): string[] =>
  objects.flatMap(({ members }) =>
    [...members].flatMap(([outer, shape]) =>
      partsOf(shape).some((part) => part.is === 'OBJECT' && part.members.has(name))
        ? [`${outer}.${name}`]
        : [],
    ),
  )

/** A member that some values lack, so that the expression then has no value. */
export const maybeMissing = (of: ASTNode, name: string, position: number): Finding => {
  const member = `${sourceOf(of)}.${name}`
  return {
    code: 'may_be_missing',
    message: `${member} can be missing, and the expression then has no value. Test it first: has(${member}) && …`,
    position,
    suggestion: `has(${member})`,
  }
}

/** A comparison of values that are never equal. */
export const neverEqual = (
  [left, right]: readonly [ASTNode, ASTNode],
  [one, other]: readonly [Shape, Shape],
): Finding =>
  notAValueOf(left, one, right) ??
  notAValueOf(right, other, left) ?? {
    code: 'invalid_value',
    message: `${sourceOf(left)} is ${inWords(one)} and ${sourceOf(right)} is ${inWords(other)}, so they are never equal`,
    position: left.range.start,
    suggestion: null,
  }

/** A text that something never is, because all its values are known. */
const notAValueOf = (of: ASTNode, shape: Shape, text: ASTNode): Finding | undefined => {
  const values = valuesOf(shape)
  if (text.op !== 'value' || typeof text.args !== 'string' || values.length === 0) return undefined
  const meant = closest(text.args, values)
  return {
    code: 'invalid_value',
    message: `${sourceOf(of)} is never ${sourceOf(text)}${hintOf(meant)}${listed('Its values are', values)}`,
    position: text.range.start,
    suggestion: meant[0] ?? null,
  }
}

/** The texts that a value can be, if they are known. */
const valuesOf = (shape: Shape): string[] =>
  partsOf(shape).flatMap((part) =>
    part.is === 'VALUE' && part.values
      ? part.values.filter((one): one is string => typeof one === 'string')
      : [],
  )

/** An operand or a receiver of the wrong kind. */
export const wrongKind = (node: ASTNode, shape: Shape, needed: string): Finding => ({
  code: 'invalid_value',
  message: `${sourceOf(node)} is ${inWords(shape)}, but ${needed}`,
  position: node.range.start,
  suggestion: null,
})

/** Operands that an operator does not combine. */
export const wrongOperands = (
  { op, range }: ASTNode,
  [left, right]: readonly [ASTNode, ASTNode],
  [one, other]: readonly [Shape, Shape],
): Finding => {
  const text =
    isText(one) && isInstant(other) ? left : isText(other) && isInstant(one) ? right : undefined
  const instead = text ? `timestamp(${sourceOf(text)})` : null
  return {
    code: 'invalid_value',
    message: `${sourceOf(left)} is ${inWords(one)} and ${sourceOf(right)} is ${inWords(other)}, which ${op} does not combine${instead ? `. Use ${instead}` : ''}`,
    position: range.start,
    suggestion: instead,
  }
}

const isText = (shape: Shape): boolean =>
  partsWithoutNull(shape).every((part) => part.is === 'VALUE' && part.kind === 'string')

const isInstant = (shape: Shape): boolean =>
  partsWithoutNull(shape).every((part) => part.is === 'VALUE' && part.kind === 'instant')
