/** An error in an expression, or the reason why it has no value, worded to follow the expression's name. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}
