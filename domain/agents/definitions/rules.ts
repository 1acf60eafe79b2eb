/** Of one expression. */
export const MOST_CHARACTERS = 1_000
/** Of one definition. */
export const MOST_NODES = 100
/** Items that one FOR_EACH goes through. */
export const MOST_ITEMS = 500

/** What one conversation of an AGENT node may use: the most that a definition may say, and what it has unless it says so. */
export const CONVERSATION = {
  mostTurns: 20,
  turns: 8,
  mostTokens: 200_000,
  tokens: 20_000,
} as const

/** What an expression may cost, in steps of its evaluation: well below a second. */
export const MOST_COST = 3_000_000
