/** Maximum length of an expression, in characters. */
export const MOST_CHARACTERS = 1_000
/** Maximum number of nodes in a definition. */
export const MOST_NODES = 100
/** Maximum number of items in a FOR_EACH. */
export const MOST_ITEMS = 500

/** Limits for one conversation of an AGENT node: the maximum that a definition may set, and the default. */
export const CONVERSATION = {
  mostTurns: 20,
  turns: 8,
  mostTokens: 200_000,
  tokens: 20_000,
} as const

/** Maximum cost of an expression, in evaluation steps. It corresponds to well below a second. */
export const MOST_COST = 3_000_000
