/** What is wrong with an expression, or why it has no value: words that follow its name. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'
}
