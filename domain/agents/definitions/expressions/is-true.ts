import { ExpressionError } from './expression-error.ts'
import { readExpression, type Scope } from './read-expression.ts'

/** Whether a filter matches. A filter without a value, for example because a member is missing, does not match. */
export const isTrue = (filter: string | null, scope: Scope): boolean => {
  if (filter === null) return true
  try {
    return readExpression(filter).evaluate(scope) === true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}
