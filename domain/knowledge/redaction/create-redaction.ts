/** The kinds of values that placeholders replace. */
type PersonalKind = 'NAME' | 'BIRTH_DATE' | 'PHONE' | 'EMAIL' | 'ADDRESS' | 'ID' | 'TEXT'

/** A value that identifies a person. */
export interface PersonalValue {
  kind: PersonalKind
  text: string
}

/** Replaces identifying values in the texts of one request, and restores them in the response. */
export interface Redaction {
  /** `typed` means that a person typed the text: names match in any case, and every full date may be a birth date. */
  redact: (text: string, how?: { typed: true }) => string
  restore: (text: string) => string
}

/** Text that already looks like a placeholder is replaced by one too, so that only our placeholders are restored. */
const PLACEHOLDER = /\[(?:NAME|BIRTH_DATE|PHONE|EMAIL|ADDRESS|ID|TEXT)_\d+\]/g

const ID = /\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** Matches numbers with a country or area code, or in North American format, but not opening hours and prices. */
const PHONE =
  /(?<![\p{N}.,])(?:(?:\+|00)\d{1,3}[ ./()-]*(?:\d[ ./()-]*){6,12}\d|\(?0\d{1,5}\)?[ /-]+\d[\d -]{3,10}\d|0\d{8,11}|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})(?![\p{N}])/gu
const DATE = /(?<!\p{N})(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?!\p{N})/gu
const ADDRESS = [
  /\p{Lu}[\p{L}.-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm)\s+\d+\s?[a-z]?(?!\p{L})/gu,
  /(?<!\p{N})\d{1,5}\s+(?:\p{Lu}[\p{L}'.-]+\s+){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way)\b\.?/gu,
  /\b(?:calle|avenida|plaza|rue|avenue|boulevard)\s+(?:de\s+|del\s+|la\s+|le\s+|les\s+|des\s+|du\s+)*\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)*,?\s+(?:n\.?º?\s*)?\d{1,5}/giu,
]

/**
 * Replaces known personal values, and texts that look like personal values, with placeholders. `known` are
 * values from records; longer ones match first.
 */
export const createRedaction = (known: readonly PersonalValue[]): Redaction => {
  const placeholders = new Map<string, string>()
  const originals = new Map<string, string>()
  const counts = new Map<PersonalKind, number>()

  const placeholderOf = (kind: PersonalKind, text: string): string => {
    const made = placeholders.get(text)
    if (made !== undefined) return made
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const placeholder = `[${kind}_${count}]`
    placeholders.set(text, placeholder)
    originals.set(placeholder, text)
    return placeholder
  }
  const sorted = known
    .filter(({ text }) => text.trim().length > 1)
    .flatMap(({ kind, text }) => spellingsOf(text).map((spelling) => ({ kind, text: spelling })))
    .toSorted((a, b) => b.text.length - a.text.length)
    .map((value) => ({ ...value, words: wordsOf(value.text) }))

  const redact = (text: string, how?: { typed: true }): string => {
    const words = new Set(wordsOf(text))
    // Replaced parts are kept apart, so that later patterns do not match inside placeholders.
    let parts: (string | { placeholder: string })[] = [text]
    const take = (kind: PersonalKind, pattern: RegExp) => {
      parts = parts.flatMap((part) =>
        typeof part === 'string' ? split(part, pattern, kind, placeholderOf) : [part],
      )
    }
    take('TEXT', PLACEHOLDER)
    take('ID', ID)
    take('EMAIL', EMAIL)
    for (const { kind, text: value, words: needed } of sorted)
      if (needed.every((word) => words.has(word))) take(kind, patternOf(value, how !== undefined))
    for (const pattern of ADDRESS) take('ADDRESS', pattern)
    if (how) take('BIRTH_DATE', DATE)
    take('PHONE', PHONE)
    return parts.map((part) => (typeof part === 'string' ? part : part.placeholder)).join('')
  }
  const restore = (text: string): string =>
    text.replaceAll(PLACEHOLDER, (placeholder) => originals.get(placeholder) ?? placeholder)
  return { redact, restore }
}

const split = (
  text: string,
  pattern: RegExp,
  kind: PersonalKind,
  placeholderOf: (kind: PersonalKind, text: string) => string,
): (string | { placeholder: string })[] => {
  const parts: (string | { placeholder: string })[] = []
  let from = 0
  for (const { index, 0: found } of text.matchAll(pattern)) {
    parts.push(text.slice(from, index), { placeholder: placeholderOf(kind, found) })
    from = index + found.length
  }
  return [...parts, text.slice(from)]
}

/** The spellings of a text, because an accent can be a separate character. */
const spellingsOf = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
]

/**
 * The words of a text, in lower case. They exclude most of a centre's thousands of values quickly, because
 * almost none occurs in a text.
 */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .toUpperCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A pattern that matches a value as whole words, with any white space. Typed text may be in lower case. */
const patternOf = (value: string, inAnyCase: boolean): RegExp => {
  const words = value
    .trim()
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s+`)
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, inAnyCase ? 'giu' : 'gu')
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
