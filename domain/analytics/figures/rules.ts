/** A figure of fewer records could identify a person: it is withheld where the centre says so. */
export const SMALLEST_FIGURE = 5

/** Rows of one answer. */
export const MOST_ROWS = 5_000
