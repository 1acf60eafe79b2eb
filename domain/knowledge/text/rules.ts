/** Characters of a passage, the part of a document that is found and cited. */
export const LONGEST_PASSAGE = 1_000

/** …and of one that stays together, such as a table. */
export const LONGEST_WHOLE_PASSAGE = 4_000
