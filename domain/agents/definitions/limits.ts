/** Of one expression. */
export const MOST_CHARACTERS = 1_000
/** Of one definition. */
export const MOST_NODES = 100
/** Items that one FOR_EACH goes through. */
export const MOST_ITEMS = 500
