import { partsOf, type Shape, type ValueKind } from './shape.ts'

const KINDS: Readonly<Record<ValueKind, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  instant: 'a timestamp',
  duration: 'a duration',
}

const wordOf = (shape: Shape): string => {
  switch (shape.is) {
    case 'VALUE':
      return KINDS[shape.kind]
    case 'LIST':
      return 'a list'
    case 'OBJECT':
      return 'an object'
    case 'ANY':
    case 'UNION':
      return 'any value'
  }
}

/** What a value is, for people: `a text or null`. */
export const inWords = (shape: Shape): string =>
  [...new Set(partsOf(shape).map(wordOf))].join(' or ')
