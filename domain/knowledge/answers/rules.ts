import type { AnswerStyle } from '../assistants/rules.ts'

/** Further quotes in an answer must have at least this share of the best rank. */
const NEARLY = 0.8

const MOST_QUOTES: Readonly<Record<AnswerStyle, number>> = { BRIEF: 1, DETAILED: 3 }
const MOST_NEAREST = 3

/**
 * The weight of a question's word: the rarer it is in the passages, the higher. A word in no passage counts
 * like a word in one.
 */
export const weightOf = (passages: number, found: number): number => {
  const among = Math.max(found, 1)
  return Math.log(1 + (Math.max(passages - among, 0) + 0.5) / (among + 0.5))
}

/** The words of a question with their weights. */
export type Weights = ReadonlyMap<string, number>

/** The rarest words of a question that together occur in at most this many passages, but at least one word. */
export const rarest = (
  words: Weights,
  found: ReadonlyMap<string, number>,
  passages: number,
): Weights => {
  const sorted = [...words].toSorted(([, a], [, b]) => b - a)
  let read = 0
  return new Map(
    sorted.filter(([term], index) => {
      read += found.get(term) ?? 0
      return index === 0 || read <= passages
    }),
  )
}

/** The weight of the question's own words in a ranking, relative to those of the best passages. */
const OWN_SHARE = 0.5

/** A word taken from the best passages. */
interface AddedWord {
  word: string
  /** The word's share of the best passages. */
  share: number
  weight: number
}

/** The words for the ranking: those of the question, and the common words of the best passages. */
export const expandedBy = (
  { words: asked, own }: { words: Weights; own: number },
  common: readonly AddedWord[],
): Weights => {
  const shares = common.reduce((sum, { share }) => sum + share, 0)
  const words = new Map(
    [...asked].map(([term, weight]) => [term, (OWN_SHARE / Math.max(own, 1)) * weight]),
  )
  for (const { word, share, weight } of common) {
    const added = (1 - OWN_SHARE) * (share / shares) * weight
    words.set(word, (words.get(word) ?? 0) + added)
  }
  return words
}

/** Scores scaled to 0 for the lowest and 1 for the highest. */
export const normalized = (scores: readonly number[]): number[] => {
  const least = Math.min(...scores)
  const range = Math.max(...scores) - least
  return scores.map((score) => (range === 0 ? Math.sign(score) : (score - least) / range))
}

interface Scored<Quote> {
  citation: Quote
  evidence: { score: number; rank: number; isAnswer: boolean }
}

/** The sentences that answer the question, best first; if there are none, the nearest ones. */
export const chosen = <Quote>(
  candidates: readonly Scored<Quote>[],
  style: AnswerStyle,
): { quotes: Quote[]; nearest: Quote[] } => {
  const sorted = candidates
    .filter(({ evidence }) => evidence.score > 0)
    .toSorted((a, b) => b.evidence.rank - a.evidence.rank)
  const answers = sorted.filter(({ evidence }) => evidence.isAnswer)
  const citations = (scored: readonly Scored<Quote>[]) => scored.map(({ citation }) => citation)
  if (answers.length === 0) return { quotes: [], nearest: citations(sorted.slice(0, MOST_NEAREST)) }
  const least = answers[0]!.evidence.rank * NEARLY
  const good = answers.filter(({ evidence }) => evidence.rank >= least)
  return { quotes: citations(good.slice(0, MOST_QUOTES[style])), nearest: [] }
}
