import { ExpressionError } from './expression-error.ts'
import { readExpression, type Scope } from './read-expression.ts'

/** What a filter says. One without a value, for example because a member is missing, has failed: it does not match. */
export type Verdict =
  | { verdict: 'MATCHES' }
  | { verdict: 'DIFFERS' }
  | { verdict: 'FAILED'; message: string }

export const verdictOf = (filter: string | null, scope: Scope): Verdict => {
  if (filter === null) return { verdict: 'MATCHES' }
  try {
    const value = readExpression(filter).evaluate(scope)
    if (typeof value === 'boolean') return { verdict: value ? 'MATCHES' : 'DIFFERS' }
    return { verdict: 'FAILED', message: 'The filter must evaluate to true or false.' }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { verdict: 'FAILED', message: `The filter ${error.message}.` }
  }
}
