import { ExpressionError } from './expression-error.ts'
import { readExpression, type Scope } from './read-expression.ts'

/** Whether a filter takes what it is asked of. One that has no value for it, such as of a member that is not there, does not. */
export const isTrue = (filter: string | null, scope: Scope): boolean => {
  if (filter === null) return true
  try {
    return readExpression(filter).evaluate(scope) === true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}
