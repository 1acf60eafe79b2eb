/** Maximum characters of one expression. */
export const MOST_CHARACTERS = 1_000
/** Maximum nodes of one definition. */
export const MOST_NODES = 100
/** Maximum items of one FOR_EACH. */
export const MOST_ITEMS = 500

/** Limits of one conversation of an AGENT node: the maximum for a definition, and the default. */
export const CONVERSATION = {
  mostTurns: 20,
  turns: 8,
  mostTokens: 200_000,
  tokens: 20_000,
} as const

/** Maximum cost of an expression in evaluation steps: well below a second. */
export const MOST_COST = 3_000_000
