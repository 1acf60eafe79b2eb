/** Characters of a passage, the unit of search and citation. */
export const LONGEST_PASSAGE = 1_000

/** …and of one that is kept together, such as a table. */
export const LONGEST_WHOLE_PASSAGE = 4_000
