import { exactIn } from '../text/exact-in.ts'

/** Questions are similar if they share four of five words. */
const SAME_WORDS = 0.8
/** Half of the words are sufficient if an embedding model finds the same meaning. */
const SOME_WORDS = 0.5
/**
 * The shipped model gives questions with the same meaning at least 0.98, and those about another thing of its kind,
 * such as the fee of another course, up to 0.97 (test/ai/shipped-model.test.ts).
 */
export const SAME_MEANING = 0.975

export interface ComparedQuestion {
  text: string
  /** The question's words, according to the dictionary of a language. */
  words: readonly string[]
}

/** The share of words that two questions have in common, among all their words. */
const sharedWords = (a: readonly string[], b: readonly string[]): number => {
  const all = new Set([...a, ...b])
  const both = a.filter((word) => b.includes(word))
  return all.size === 0 ? 0 : both.length / all.size
}

/**
 * The similarity of a question to a curated one, from 0 (too low) to 1. A question with other numbers, dates or
 * negations is a different question.
 */
export const closenessOf = (
  asked: ComparedQuestion,
  curated: ComparedQuestion,
  /** The cosine of their embeddings; null if unknown. */
  likeness: number | null,
): number => {
  if (!isSame(exactIn(asked.text), exactIn(curated.text))) return 0
  const shared = sharedWords(asked.words, curated.words)
  if (shared >= SAME_WORDS) return rounded(shared)
  return likeness !== null && likeness >= SAME_MEANING && shared >= SOME_WORDS
    ? rounded(likeness)
    : 0
}

const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((word) => b.has(word))

const rounded = (score: number): number => Math.round(Math.min(score, 1) * 100) / 100
