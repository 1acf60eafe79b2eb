/** A normalized text, with the original position of each character. */
interface Comparable {
  text: string
  /** For each character of `text`, its range in the original. */
  starts: number[]
  ends: number[]
}

/** Characters that people use interchangeably. */
const SAME: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
}

const INVISIBLE = /^\p{Cf}$/u
const SPACE = /^\s$/u

/**
 * Normalizes a text: Unicode NFKC, one space for any white space, one form of quotation marks and dashes, and
 * no invisible characters. Case is kept.
 */
export const comparable = (original: string): Comparable => {
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const character of original) {
    const from = at
    at += character.length
    if (INVISIBLE.test(character)) continue
    const isSpace = SPACE.test(character)
    const written = isSpace ? ' ' : (SAME[character] ?? character.normalize('NFKC'))
    if (isSpace && (text === '' || text.endsWith(' '))) continue
    for (const _ of Array.from({ length: written.length })) {
      starts.push(from)
      ends.push(at)
    }
    text += written
  }
  const trimmed = text.trimEnd()
  return {
    text: trimmed,
    starts: starts.slice(0, trimmed.length),
    ends: ends.slice(0, trimmed.length),
  }
}

/**
 * The position of a quote in a text. It must match word for word, apart from normalization; undefined if it
 * does not occur.
 */
export const placeOfQuote = (
  quote: string,
  text: string,
): { start: number; end: number } | undefined => {
  const { text: sought } = comparable(quote.normalize('NFC'))
  if (sought === '') return undefined
  const within = comparable(text)
  for (let at = within.text.indexOf(sought); at >= 0; at = within.text.indexOf(sought, at + 1)) {
    if (isWhole(within.text, at, at + sought.length))
      return { start: within.starts[at]!, end: within.ends[at + sought.length - 1]! }
  }
  return undefined
}

const WORD = /[\p{L}\p{N}]/u

/** Whether a match consists of complete words: not "not" in "cannot", and not "5" in "25". */
const isWhole = (text: string, start: number, end: number): boolean => {
  const joins = (place: number) => WORD.test(text[place - 1] ?? '') && WORD.test(text[place] ?? '')
  return !joins(start) && !joins(end)
}
