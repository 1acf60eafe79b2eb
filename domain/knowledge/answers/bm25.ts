import type { Weights } from './rules.ts'

/** The saturation of repeated words, and the penalty for long passages, as in Lucene. */
const SATURATION = 1.2
const LENGTH = 0.75

/** The score of a passage for the words, as SQL: `q` contains the words, `t` their occurrences. */
export const bm25Sql = (averageLength: string): string => `sum(
  q.weight * t.occurrences * ${SATURATION + 1} / (t.occurrences + ${SATURATION} * (${1 - LENGTH} + ${LENGTH} * t.length / ${averageLength}::float8)))`

/** The words that a passage contains. */
export interface PassageWords {
  /** The number of occurrences of each word. */
  occurrences: Readonly<Record<string, number>>
  length: number
}

/** The score of a passage for some words. */
export const bm25 = (
  words: Weights,
  { occurrences, length }: PassageWords,
  averageLength: number,
): number => {
  const setBack = SATURATION * (1 - LENGTH + (LENGTH * length) / averageLength)
  let score = 0
  for (const [word, weight] of words) {
    const found = Object.hasOwn(occurrences, word) ? occurrences[word]! : 0
    score += (weight * found * (SATURATION + 1)) / (found + setBack)
  }
  return score
}

/** The number of words taken from the best passages. Anserini's default. */
const MOST_COMMON = 10

interface CommonWord {
  word: string
  /** The word's share of the passages, weighted by their score. */
  share: number
}

/** The most frequent words of passages. */
export const commonWords = (
  passages: readonly (PassageWords & { score: number })[],
): CommonWord[] => {
  const shares = new Map<string, number>()
  for (const { occurrences, length, score } of passages)
    for (const [word, found] of Object.entries(occurrences))
      shares.set(word, (shares.get(word) ?? 0) + (score * found) / length)
  return [...shares]
    .map(([word, share]) => ({ word, share }))
    .toSorted((a, b) => b.share - a.share || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_COMMON)
}
