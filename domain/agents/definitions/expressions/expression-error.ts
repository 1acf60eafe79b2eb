/** The error of an expression, or why it has no value, as text after its name. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}
