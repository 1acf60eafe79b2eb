import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { withoutAsking } from '../text/without-asking.ts'
import { weightOf, type Weights } from './rules.ts'
import type { SearchedDocuments } from './searched-documents.ts'

export interface AskedWords {
  /** The weight of each word, by language. Rarer words weigh more. */
  weights: ReadonlyMap<string, Weights>
  /** The weight of each word across all languages. */
  words: Weights
  /** The number of passages that contain each word. */
  found: ReadonlyMap<string, number>
}

/** The words of a question in each language, weighted by rarity. */
export const askedWords = async (
  reader: Reader,
  { assistantId, passages }: SearchedDocuments,
  { question, languages }: { question: string; languages: readonly Language[] },
): Promise<AskedWords> => {
  const rows = await reader.sql<{ language: string; term: string; found: number }>(ASKED, [
    reader.tenantId,
    assistantId,
    languages,
    languages.map((language) => DICTIONARIES[language]),
    withoutAsking(question),
  ])
  const weighed = rows.map((row) => ({ ...row, weight: weightOf(passages, row.found) }))
  const byLanguage = Map.groupBy(weighed, ({ language }) => language)
  const weightsOf = (words: typeof weighed) =>
    new Map(words.map(({ term, weight }) => [term, weight]))
  return {
    weights: new Map([...byLanguage].map(([language, words]) => [language, weightsOf(words)])),
    words: weightsOf(weighed),
    found: new Map(rows.map(({ term, found }) => [term, found])),
  }
}

/** Computes the weight of further words. */
export const weightsOfWords = async (
  reader: Reader,
  { assistantId, passages }: SearchedDocuments,
  words: readonly string[],
): Promise<Weights> => {
  const rows = await reader.sql<{ term: string; found: number }>(COUNTED, [
    reader.tenantId,
    assistantId,
    words,
  ])
  return new Map(rows.map(({ term, found }) => [term, weightOf(passages, found)]))
}

const ASKED = `
  SELECT l.language AS language, q.lexeme AS term, COALESCE(w.passages, 0) AS found
  FROM unnest($3::text[], $4::text[]) AS l(language, dictionary)
  CROSS JOIN unnest(to_tsvector(l.dictionary::regconfig, $5)) q
  LEFT JOIN knowledge_words w ON w.tenant_id = $1 AND w.assistant_id = $2 AND w.term = q.lexeme`

const COUNTED = `
  SELECT term, passages AS found FROM knowledge_words WHERE tenant_id = $1 AND assistant_id = $2 AND term = ANY ($3)`
