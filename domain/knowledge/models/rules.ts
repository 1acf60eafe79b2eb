/**
 * What a model may see of people. NONE: no question about a child. REDACTED: placeholders instead of names and
 * other personal values. FULL: the child of the question and their guardians by name, everybody else redacted.
 */
export const DATA_POLICIES = ['NONE', 'REDACTED', 'FULL'] as const
export type DataPolicy = (typeof DATA_POLICIES)[number]

/** Where a provider is asked unless the centre says otherwise. */
export const USUAL_URLS = {
  OPENAI_COMPATIBLE: 'https://api.openai.com/v1',
  ANTHROPIC: 'https://api.anthropic.com',
} as const

/** What a model costs: of a million tokens, in minor units of its currency. */
interface Prices {
  inputPrice: number
  outputPrice: number
}

/** What tokens cost, in minor units with fractions of one. */
export const costOf = (
  { inputPrice, outputPrice }: Prices,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number => (inputTokens * inputPrice + outputTokens * outputPrice) / 1_000_000

/** A token is about four characters of English; other languages have more tokens, so three are counted. */
const CHARACTERS_OF_A_TOKEN = 3

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_OF_A_TOKEN)
