/**
 * What a model may be told about people. NONE: it is asked no question about a child. REDACTED: placeholders
 * replace names and other personal values. FULL: it gets the names of the question's child and their guardians,
 * and everybody else is redacted.
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

/** The cost of tokens in minor units, including fractions. */
export const costOf = (
  { inputPrice, outputPrice }: Prices,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number => (inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000

/** A token is about four characters of English. Other languages need more tokens, so three characters are assumed. */
const CHARACTERS_OF_A_TOKEN = 3

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_OF_A_TOKEN)
