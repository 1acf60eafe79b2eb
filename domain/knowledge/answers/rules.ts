import type { AnswerStyle } from '../assistants/rules.ts'

/** A sentence that speaks of half of the question or less does not answer it: one word of two is found by chance. */
const LEAST_SCORE = 0.51
/** Other quotes of an answer are nearly as good as the best. */
const NEARLY = 0.8
/** What a word counts that is not in the sentence, but in its headings or in the name of its document… */
const IN_HEADINGS = 0.6
/** …or in the sentence before or after it. */
const BESIDE = 0.4

const MOST_QUOTES: Readonly<Record<AnswerStyle, number>> = { BRIEF: 1, DETAILED: 3 }
const MOST_NEAREST = 3

/** What a word of a question weighs: the rarer it is in the passages, the more. One that is in none weighs as one that is in one. */
export const weightOf = (passages: number, found: number): number => {
  const among = Math.max(found, 1)
  return Math.log(1 + (Math.max(passages - among, 0) + 0.5) / (among + 0.5))
}

/** Words of a question by their weight. */
export type Weights = ReadonlyMap<string, number>

/** The rarest words of a question that together are in so many passages at most; at least one. */
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

/** How much of a ranking its question's own words decide, beside those of the passages that speak most of it. */
const OWN_SHARE = 0.5

/** A word of the best passages. */
interface AddedWord {
  word: string
  /** How much of them it makes up. */
  share: number
  weight: number
}

/** The words to rank by: those of the question, and those that the best passages have in common. */
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

/** Scores from 0, the least of them, to 1, the highest. */
export const normalized = (scores: readonly number[]): number[] => {
  const least = Math.min(...scores)
  const range = Math.max(...scores) - least
  return scores.map((score) => (range === 0 ? Math.sign(score) : (score - least) / range))
}

export interface Candidate {
  /** The words of the sentence, of those around it, and of what stands above it. */
  own: ReadonlySet<string>
  beside: ReadonlySet<string>
  above: ReadonlySet<string>
}

/** How much of a question a sentence speaks of, from 0 to 1. */
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

/** The sentences that answer, the best first; where none does, those that come nearest. */
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
