import type { QuestionKind } from './rules.ts'

/**
 * For each question, an example and the ways to ask it, as regular expressions over the comparable text of a
 * question. `{person}`, `{person’s}`, `{topic}`, `{location}` and `{period}` are the parts that vary. `{su}` and
 * `{tengo}` are Spanish words that stand in for a person.
 */
export type QuestionPatterns = Record<
  QuestionKind,
  { example: string; patterns: readonly string[] }
>
