import { ExpressionError } from '../../definitions/expressions/expression-error.ts'
import { readExpression } from '../../definitions/expressions/read-expression.ts'
import type { NodeExecutor } from './node-executor.ts'

/** FOR_EACH: lists the items. The workflow runs the chain of each, and completeForEach ends the node. */
export const forEach: NodeExecutor<'FOR_EACH'> = ({ items: expression, most }, { scope }) => {
  const items = readExpression(expression).evaluate(scope)
  if (!Array.isArray(items)) throw new ExpressionError('must evaluate to a list')
  if (items.length > most)
    throw new ExpressionError(`evaluates to ${items.length} items, but the node takes ${most}`)
  return { status: 'RUNNING', output: { items } }
}
