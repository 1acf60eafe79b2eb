import { readExpression, type Scope } from '../../definitions/expressions/read-expression.ts'
import { workedOut } from '../../definitions/nodes/members.ts'

/** Parameters with their expressions evaluated. */
export const resolveParameters = (parameters: object, scope: Scope): unknown =>
  workedOut(parameters, (expression) => readExpression(expression).evaluate(scope))
