/** A figure of fewer records could identify a person, so it is withheld if the centre enables it. */
export const SMALLEST_FIGURE = 5

/** Rows per response. */
export const MOST_ROWS = 5_000
