import { comparable, placeOfQuote } from './comparable.ts'
import { exactIn, negationsIn, wordsIn } from '../text/exact-in.ts'

/** A model's statement with its sources. */
export interface Claim {
  text: string
  citations: readonly { passage: string; quote: string }[]
}

/** A part of a document that was given to the model, with its label. */
export interface GivenPassage {
  name: string
  text: string
}

/** A quote that was found in its passage, from `start` to `end`. */
export interface VerifiedQuote {
  passage: string
  start: number
  end: number
  quote: string
}

export interface VerifiedClaim {
  text: string
  quotes: VerifiedQuote[]
}

/**
 * The minimum share of a claim's words that must occur in its quotes, compared by the beginning of words, and
 * the minimum number.
 */
const LEAST_SUPPORT = 0.6
const LEAST_SUPPORTED = 2
/**
 * Shorter words only have a grammatical function. Longer words are compared by their first letters, because
 * endings differ.
 */
const LEAST_LETTERS = 3
const BEGINNING = 5

/** Maximum length of a claim, which is a sentence or two. */
const LONGEST_CLAIM = 600

/**
 * Returns the verified claims. A claim is verified if at least one quote occurs word for word, after
 * normalization, in a passage of this request, if every number, date, link and negation occurs in its quotes,
 * and if most of its words do. All other claims are dropped.
 */
export const verifyClaims = (
  claims: readonly Claim[],
  passages: readonly GivenPassage[],
): VerifiedClaim[] => {
  const texts = new Map(passages.map(({ name, text }) => [name, text]))
  return claims.flatMap(({ text, citations }) => {
    const quotes = citations.flatMap(({ passage, quote }) => {
      const within = texts.get(passage)
      const place = within === undefined ? undefined : placeOfQuote(quote, within)
      return place ? [{ passage, ...place, quote: within!.slice(place.start, place.end) }] : []
    })
    const said = comparable(text.normalize('NFC')).text
    return quotes.length > 0 && isSupported(said, quotes.map(({ quote }) => quote).join('\n'))
      ? [{ text: said, quotes }]
      : []
  })
}

const isSupported = (claim: string, quotes: string): boolean => {
  if (claim === '' || claim.length > LONGEST_CLAIM || MARKUP.test(claim)) return false
  const quoted = comparable(quotes).text
  const exact = exactIn(quoted)
  if (![...exactIn(claim)].every((word) => exact.has(word))) return false
  // A claim that omits the "not" of its quote would invert its meaning.
  const negated = negationsIn(quoted).size > 0
  if (negated && negationsIn(claim).size === 0 && !quoted.includes(claim)) return false
  const longer = wordsIn(claim).filter((word) => word.length >= LEAST_LETTERS)
  const known = new Set(wordsIn(quoted).map(beginningOf))
  const supported = longer.filter((word) => known.has(beginningOf(word))).length
  return supported >= LEAST_SUPPORTED && supported / longer.length >= LEAST_SUPPORT
}

/** Markup that a page would interpret. */
const MARKUP = /[<>]|\]\(|\p{Cc}/u

const beginningOf = (word: string): string => word.slice(0, BEGINNING)
