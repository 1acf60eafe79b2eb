import { invalid } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { packed } from '../answers/vectors.ts'
import type { QuestionVector } from '../answers/find-by-meaning.ts'
import type { Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { languageOf } from '../text/language-of.ts'
import { withoutAsking } from '../text/without-asking.ts'

/** The form of a curated question in which it is compared with others. */
export const comparableQuestion = async (
  reader: Reader,
  { question, languages }: { question: string; languages: readonly Language[] },
  near: QuestionVector | undefined,
) => {
  const language = languageOf(question, languages)
  const [row] = await reader.sql<{ words: string[] }>(WORDS, [
    DICTIONARIES[language],
    withoutAsking(question),
  ])
  const words = row!.words
  if (words.length === 0)
    throw invalid(
      'question',
      'invalid_value',
      'The question has no searchable word. Add the subject of the question.',
    )
  return {
    question,
    language,
    words,
    embeddingModel: near?.model ?? null,
    vector: near ? new Uint8Array(packed(near.vector)) : null,
  }
}

const WORDS = `SELECT ARRAY(SELECT w.lexeme FROM unnest(to_tsvector($1::regconfig, $2)) w) AS words`
