/** The kinds of single values in expressions. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'null' | 'instant' | 'duration'

/** What is known about a value before a run: its kind, its members, the values of its list. */
export type Shape =
  | { is: 'ANY' }
  | ObjectShape
  | { is: 'LIST'; items: Shape }
  /** A single value, and all values that it can have, if they are known. */
  | { is: 'VALUE'; kind: ValueKind; values?: readonly unknown[] }
  | { is: 'UNION'; of: readonly Shape[] }

/**
 * An object. `others` is the shape of members that are not listed; without it, there are no others, and `absent` can say
 * why a member is missing.
 */
export interface ObjectShape {
  is: 'OBJECT'
  members: Members
  /** The members that some values lack. */
  optional?: ReadonlySet<string>
  others?: Shape
  absent?: (name: string) => string
}

export type Members = ReadonlyMap<string, Shape>

export const ANY: Shape = { is: 'ANY' }
export const NULL: Shape = { is: 'VALUE', kind: 'null' }

export const value = (kind: ValueKind, values?: readonly unknown[]): Shape => ({
  is: 'VALUE',
  kind,
  ...(values && { values }),
})

export const TEXT = value('string')
export const NUMBER = value('number')
export const BOOLEAN = value('boolean')
export const INSTANT = value('instant')
export const DURATION = value('duration')

export const list = (items: Shape): Shape => ({ is: 'LIST', items })

export const object = (members: Readonly<Record<string, Shape>>, others?: Shape): ObjectShape => ({
  is: 'OBJECT',
  members: new Map(Object.entries(members)),
  ...(others && { others }),
})

/** Maximum number of shapes of which a value is known to have one, so that expressions cannot multiply them. */
const MOST_PARTS = 100

/** One of several shapes; ANY if nothing is known about one of them. */
export const either = (shapes: readonly Shape[]): Shape => {
  const parts = [...new Set(shapes.flatMap(partsOf))]
  if (parts.length === 0 || parts.length > MOST_PARTS || parts.some(({ is }) => is === 'ANY'))
    return ANY
  return parts.length === 1 ? parts[0]! : { is: 'UNION', of: parts }
}

export const orNull = (shape: Shape): Shape => either([shape, NULL])

/** The shapes of which a value has one. */
export const partsOf = (shape: Shape): readonly Shape[] =>
  shape.is === 'UNION' ? shape.of : [shape]

/** The shapes of a value that is not null. */
export const partsWithoutNull = (shape: Shape): readonly Shape[] =>
  partsOf(shape).filter((part) => part.is !== 'VALUE' || part.kind !== 'null')
