/** Maximum number of characters in a passage, which is the unit of search and citation. */
export const LONGEST_PASSAGE = 1_000

/** The maximum for a passage that is kept whole, such as a table. */
export const LONGEST_WHOLE_PASSAGE = 4_000
