/**
 * What a model may see of people. NONE: no question about a child. REDACTED: placeholders instead of names and
 * other personal values. FULL: the child of the question and their guardians by name, everybody else redacted.
 */
export const DATA_POLICIES = ['NONE', 'REDACTED', 'FULL'] as const
export type DataPolicy = (typeof DATA_POLICIES)[number]

/** The default URL of a provider. */
export const USUAL_URLS = {
  OPENAI_COMPATIBLE: 'https://api.openai.com/v1',
  ANTHROPIC: 'https://api.anthropic.com',
} as const

/** The price of a million tokens, in minor units of the model's currency. */
interface Prices {
  inputPrice: number
  outputPrice: number
}

/** The cost of tokens in minor units, fractions included. */
export const costOf = (
  { inputPrice, outputPrice }: Prices,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number => (inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000

/** A token is about four characters of English; other languages have more tokens, so three are assumed. */
const CHARACTERS_OF_A_TOKEN = 3

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_OF_A_TOKEN)
