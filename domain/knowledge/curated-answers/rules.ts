import { exactIn } from '../text/exact-in.ts'

/** Questions are close that have four of five words in common… */
const SAME_WORDS = 0.8
/** …or half of them, where an embedding model finds that they mean the same. */
const SOME_WORDS = 0.5
const SAME_MEANING = 0.92

export interface ComparedQuestion {
  text: string
  /** Its words, as the dictionary of a language has them. */
  words: readonly string[]
}

/** Of the words that two questions have together, the share that both have. */
const sharedWords = (a: readonly string[], b: readonly string[]): number => {
  const all = new Set([...a, ...b])
  const both = a.filter((word) => b.includes(word))
  return all.size === 0 ? 0 : both.length / all.size
}

/**
 * How close a question is to one that has a curated answer, from 0, not close enough, to 1. With other numbers,
 * dates or negations it is another question, however alike it looks.
 */
export const closenessOf = (
  asked: ComparedQuestion,
  curated: ComparedQuestion,
  /** The cosine of what they mean; null: not known. */
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
