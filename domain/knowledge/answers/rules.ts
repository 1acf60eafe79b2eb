import type { AnswerStyle } from '../assistants/rules.ts'

/** A sentence that covers only half of a question does not answer it: one of two words may match by chance. */
const LEAST_SCORE = 0.51
/** Further quotes in an answer must score at least this share of the best score. */
const NEARLY = 0.8
/** The weight of a word that occurs only in a sentence's headings or document name. */
const IN_HEADINGS = 0.6
/** The weight of a word that occurs only in an adjacent sentence. */
const BESIDE = 0.4

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
export const expandedBy = (asked: Weights, common: readonly AddedWord[]): Weights => {
  const shares = common.reduce((sum, { share }) => sum + share, 0)
  const words = new Map(
    [...asked].map(([term, weight]) => [term, (OWN_SHARE / asked.size) * weight]),
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

export interface Candidate {
  /** The words of the sentence, of its neighbours, and of its headings. */
  own: ReadonlySet<string>
  beside: ReadonlySet<string>
  above: ReadonlySet<string>
}

/** The share of a question that a sentence covers, from 0 to 1. */
export const scoreOf = (weights: Weights, { own, beside, above }: Candidate): number => {
  let total = 0
  let said = 0
  let isOfIt = false
  for (const [word, weight] of weights) {
    total += weight
    if (own.has(word)) {
      said += weight
      isOfIt = true
    } else if (above.has(word)) said += weight * IN_HEADINGS
    else if (beside.has(word)) said += weight * BESIDE
  }
  return isOfIt && total > 0 ? Math.round((said / total) * 100) / 100 : 0
}

/** The sentences that answer the question, best first; if there are none, the nearest ones. */
export const chosen = <Scored extends { score: number }>(
  candidates: readonly Scored[],
  style: AnswerStyle,
): { quotes: Scored[]; nearest: Scored[] } => {
  const sorted = candidates.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  const best = sorted[0]
  if (!best || best.score < LEAST_SCORE)
    return { quotes: [], nearest: sorted.slice(0, MOST_NEAREST) }
  const least = Math.max(LEAST_SCORE, best.score * NEARLY)
  const quotes = sorted.filter(({ score }) => score >= least).slice(0, MOST_QUOTES[style])
  return { quotes, nearest: [] }
}
