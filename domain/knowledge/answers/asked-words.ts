import type { Reader } from '#platform/core/transaction.ts'
import type { Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { withoutAsking } from '../text/without-asking.ts'
import { weightOf, type Weights } from './rules.ts'
import type { SearchedDocuments } from './searched-documents.ts'

export interface AskedWords {
  /** By language: what each word weighs, the rarer the more. */
  weights: ReadonlyMap<string, Weights>
  /** In how many passages each of them is. */
  found: ReadonlyMap<string, number>
}

/** The words of a question in each language, weighed by how rare they are. */
export const askedWords = async (
  reader: Reader,
  documents: SearchedDocuments,
  { question, languages }: { question: string; languages: readonly Language[] },
): Promise<AskedWords> => {
  const rows = await reader.sql<{ language: string; term: string; found: number }>(ASKED, [
    reader.tenantId,
    documents.assistantId,
    languages,
    languages.map((language) => DICTIONARIES[language]),
    withoutAsking(question),
    MOST_COUNTED,
  ])
  const byLanguage = Map.groupBy(rows, ({ language }) => language)
  const weights = new Map(
    [...byLanguage].map(([language, words]) => [
      language,
      new Map(words.map(({ term, found }) => [term, weightOf(documents.passages, found)])),
    ]),
  )
  return { weights, found: new Map(rows.map(({ term, found }) => [term, found])) }
}

/** Passages with a word that are counted: of more, it weighs as of so many. */
export const MOST_COUNTED = 10_000

const ASKED = `
  SELECT l.language AS language, q.lexeme AS term,
    (SELECT count(*) FROM (
       SELECT FROM knowledge_terms t WHERE t.tenant_id = $1 AND t.assistant_id = $2 AND t.term = q.lexeme LIMIT $6) c)::int AS found
  FROM unnest($3::text[], $4::text[]) AS l(language, dictionary)
  CROSS JOIN unnest(to_tsvector(l.dictionary::regconfig, $5)) q`
