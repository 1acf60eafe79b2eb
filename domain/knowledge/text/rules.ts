/** Maximum number of characters in a passage, which is the unit of search and citation. */
export const LONGEST_PASSAGE = 1_000

/** The maximum for a passage that is kept whole, such as a table whose rows do not name their columns. */
export const LONGEST_WHOLE_PASSAGE = 4_000

/** The maximum number of passages in a document. */
export const MOST_PASSAGES = 20_000
