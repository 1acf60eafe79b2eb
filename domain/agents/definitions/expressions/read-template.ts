import { ExpressionError } from './expression-error.ts'
import { readExpression, type Expression, type Scope } from './read-expression.ts'

type Part = string | Expression

const PLACEHOLDER = /\{\{([\s\S]*?)\}\}/

/** Parses a text with `{{ … }}` placeholders. Throws the error of an invalid expression in it. */
export const readTemplate = (text: string): { expressions: Expression[]; render: Render } => {
  // Every second part is the expression of a placeholder.
  const parts: Part[] = text
    .split(PLACEHOLDER)
    .map((part, index) => (index % 2 === 0 ? part : readExpression(part.trim())))
  return {
    expressions: parts.filter((part) => typeof part !== 'string'),
    render: (scope, most) => {
      const rendered = parts.map((part) => (typeof part === 'string' ? part : shown(part, scope)))
      return rendered.join('').slice(0, most)
    },
  }
}

/** The text with its values inserted, cut off after `most` characters. */
type Render = (scope: Scope, most: number) => string

const shown = (expression: Expression, scope: Scope): string => {
  const value = expression.evaluate(scope)
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new ExpressionError(
    'evaluates to a list or an object, but a text requires a single value, such as size(…)',
  )
}
