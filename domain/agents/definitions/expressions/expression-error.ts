interface Place {
  expression: string
  /** The index of the character where it is wrong; undefined if that is unknown. */
  position?: number
  /** What was probably meant. */
  suggestion?: string
}

/** An error in an expression, or the reason why it has no value, worded to follow the expression's name. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError'

  /** Set if the expression could not be read. */
  readonly place: Place | undefined

  constructor(message: string, place?: Place) {
    super(message)
    this.place = place
  }
}
