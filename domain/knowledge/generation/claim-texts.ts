/** Texts of claims in JSON that may not be complete. */
const TEXTS = /"text"\s*:\s*"((?:[^"\\]|\\(?:[^u]|u[0-9a-fA-F]{4}))*)/g

/** What of an answer that is still coming may be shown: its claims' texts. */
const textsIn = (json: string): string =>
  [...json.matchAll(TEXTS)].map(([, text]) => decoded(text!)).join(' ')

const decoded = (text: string): string => {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch (error) {
    if (error instanceof SyntaxError) return ''
    throw error
  }
}

/**
 * Hands on, of a model's answer, the texts of its claims as they come. `shown` says how a text reads that may end
 * in the middle of a word.
 */
export const claimTexts = (
  onText: (text: string) => void,
  shown: (text: string) => string = (text) => text,
): ((piece: string) => void) => {
  let json = ''
  let said = ''
  return (piece) => {
    json += piece
    const text = shown(textsIn(json))
    if (!text.startsWith(said) || text.length === said.length) return
    onText(text.slice(said.length))
    said = text
  }
}
