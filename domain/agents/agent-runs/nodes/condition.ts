import { ExpressionError } from '../../definitions/expressions/expression-error.ts'
import { readExpression } from '../../definitions/expressions/read-expression.ts'
import type { NodeExecutor } from './node-executor.ts'
import { succeeded } from './outcome.ts'

/** CONDITION: chooses a branch. */
export const condition: NodeExecutor<'CONDITION'> = (node, { scope }) => {
  const value = readExpression(node.when).evaluate(scope)
  if (typeof value !== 'boolean') throw new ExpressionError('must evaluate to true or false')
  return succeeded({ value })
}
