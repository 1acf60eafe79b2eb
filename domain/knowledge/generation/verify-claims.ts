import { comparable, placeOfQuote } from './comparable.ts'
import { exactIn, negationsIn, wordsIn } from '../text/exact-in.ts'

/** What a model says, with where it says that it stands. */
export interface Claim {
  text: string
  citations: readonly { passage: string; quote: string }[]
}

/** A part of a document that was given to the model, by the name that it was given under. */
export interface GivenPassage {
  name: string
  text: string
}

/** A quote that stands in its passage, from `start` to `end`. */
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

/** Of the words of a claim so many stand in its quotes, by their beginnings: such a share, and two at least. */
const LEAST_SUPPORT = 0.6
const LEAST_SUPPORTED = 2
/** Shorter words are of the grammar; longer ones are compared by so much of their beginning, as endings differ. */
const LEAST_LETTERS = 3
const BEGINNING = 5

/** A claim is a sentence or two. */
const LONGEST_CLAIM = 600

/**
 * The claims that stand: with at least one quote that is in a passage of this request word for word, after
 * Unicode and white space are made the same; with no number, date, link or negation that its quotes do not
 * have; and in words that are mostly theirs. What a claim says beyond its quotes is dropped with it.
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
  // A claim that leaves out the "not" of its quote says the opposite.
  const negated = negationsIn(quoted).size > 0
  if (negated && negationsIn(claim).size === 0 && !quoted.includes(claim)) return false
  const longer = wordsIn(claim).filter((word) => word.length >= LEAST_LETTERS)
  const known = new Set(wordsIn(quoted).map(beginningOf))
  const supported = longer.filter((word) => known.has(beginningOf(word))).length
  return supported >= LEAST_SUPPORTED && supported / longer.length >= LEAST_SUPPORT
}

/** Something that a page would show otherwise than as it is written. */
const MARKUP = /[<>]|\]\(|\p{Cc}/u

const beginningOf = (word: string): string => word.slice(0, BEGINNING)
