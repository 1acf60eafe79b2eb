export interface Statement {
  text: string
  values: unknown[]
}

/**
 * Combines independent inserts into one statement, because each statement costs a parse, a bind and a response.
 * Constraints are checked as usual.
 */
export const combine = (statements: Statement[]): Statement => ({
  text: combinedText(statements),
  values: statements.flatMap(({ values }) => values),
})

const ids = new Map<string, number>()
const texts = new Map<string, string>()

const idOfText = (text: string): number => {
  const id = ids.get(text) ?? ids.size
  ids.set(text, id)
  return id
}

const combinedText = (statements: Statement[]): string => {
  const key = statements.map(({ text }) => idOfText(text)).join()
  const known = texts.get(key)
  if (known) return known
  let offset = 0
  const parts = statements.map(({ text, values }) => {
    const shifted = text.replaceAll(
      /\$(\d+)/g,
      (_, number: string) => `$${Number(number) + offset}`,
    )
    offset += values.length
    return shifted
  })
  const last = parts.pop() ?? ''
  const others = parts.map((part, index) => `part${index} AS (${part})`)
  const text = others.length > 0 ? `WITH ${others.join(', ')} ${last}` : last
  texts.set(key, text)
  return text
}
