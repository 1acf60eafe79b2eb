import type { Issue } from '#platform/core/input/issue.ts'
import { isProblem, type Remark } from './remark.ts'
import { ExpressionError } from '../expressions/expression-error.ts'
import { readExpression, type Expression } from '../expressions/read-expression.ts'
import { inWords } from '../shapes/in-words.ts'
import { partsWithoutNull, type Members, type Shape } from '../shapes/shape.ts'
import { shapeOfExpression } from '../shapes/shape-of-expression.ts'

/** What the value of an expression must be. SINGLE: a value that a text can show. */
export type Needed = 'ANY' | 'BOOLEAN' | 'LIST' | 'TIME' | 'SINGLE'

/** Reads the expressions in a text, or returns why they cannot be read. */
export const expressionOf = (
  path: string,
  text: string,
  read: (text: string) => readonly Expression[],
): { found: readonly Expression[] } | { issues: Issue[] } => {
  try {
    return { found: read(text) }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const { message, place } = error
    const { expression = text, position, ...meant } = place ?? {}
    const issue = { path, code: 'invalid_value', message: `the expression ${message}` } as const
    return { issues: [{ ...issue, expression, ...placeIn(expression, position), ...meant }] }
  }
}

/** The errors in a single expression. */
export const problemsInExpression = (
  path: string,
  text: string,
  expected: { variables: Members; needs: Needed },
): Remark[] => {
  const read = expressionOf(path, text, (it) => [readExpression(it)])
  return 'issues' in read ? read.issues : read.found.flatMap((it) => findingsIn(path, it, expected))
}

/** What in an expression works with none, or only with some, of the values that it will meet. */
export const findingsIn = (
  path: string,
  { text, ast }: Expression,
  { variables, needs }: { variables: Members; needs: Needed },
): Remark[] => {
  const { shape, findings } = shapeOfExpression(ast, variables)
  const remarks = findings.map(({ code, message, position, suggestion }): Remark => ({
    path,
    code,
    message,
    expression: text,
    ...placeIn(text, position),
    ...(suggestion !== null && { suggestion }),
  }))
  if (remarks.some(isProblem) || fits(shape, needs)) return remarks
  const message = `the expression is ${inWords(shape)}, but ${NEEDS[needs]}`
  const unfit = { path, code: 'invalid_value', message, expression: text } as const
  return [...remarks, { ...unfit, ...placeIn(text, 0) }]
}

const NEEDS: Readonly<Record<Needed, string>> = {
  ANY: 'any value is possible here',
  BOOLEAN: 'must be true or false',
  LIST: 'must be a list',
  TIME: 'must be a timestamp',
  SINGLE: 'a text requires a single value, such as size(…)',
}

const fits = (shape: Shape, needs: Needed): boolean => {
  const parts = partsWithoutNull(shape)
  // Null is shown as nothing.
  if (needs === 'ANY' || (needs === 'SINGLE' && parts.length === 0)) return true
  return parts.some((part) => part.is === 'ANY' || fitsPart(part, needs))
}

const fitsPart = (part: Shape, needs: Exclude<Needed, 'ANY'>): boolean => {
  switch (needs) {
    case 'BOOLEAN':
      return part.is === 'VALUE' && part.kind === 'boolean'
    case 'LIST':
      return part.is === 'LIST'
    case 'TIME':
      return part.is === 'VALUE' && (part.kind === 'instant' || part.kind === 'string')
    case 'SINGLE':
      return part.is === 'VALUE' && part.kind !== 'duration'
  }
}

const placeIn = (text: string, index: number | undefined): Pick<Issue, 'position'> => {
  if (index === undefined) return {}
  const before = text.slice(0, index).split('\n')
  return { position: { line: before.length, column: before.at(-1)!.length + 1 } }
}
