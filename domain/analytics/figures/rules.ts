/**
 * The smallest number of records for which a figure is shown. A smaller figure could identify a person, so it
 * is withheld if the centre has enabled this.
 */
export const SMALLEST_FIGURE = 5

/** Maximum number of rows per response. */
export const MOST_ROWS = 5_000
