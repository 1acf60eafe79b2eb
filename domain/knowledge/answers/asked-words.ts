import type { Reader } from '#platform/core/transaction.ts'
import type { Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { withoutAsking } from '../text/without-asking.ts'
import { weightOf, type Weights } from './rules.ts'

/** The words of a question in each language, weighed. */
export const askedWords = async (
  reader: Reader,
  asked: { assistantId: string; question: string; languages: readonly Language[] },
): Promise<ReadonlyMap<string, Weights>> => {
  const { assistantId, question, languages } = asked
  const rows = await reader.sql<{
    language: string
    term: string
    found: number
    passages: number
  }>(ASKED, [
    reader.tenantId,
    assistantId,
    languages,
    languages.map((language) => DICTIONARIES[language]),
    withoutAsking(question),
  ])
  const byLanguage = Map.groupBy(rows, ({ language }) => language)
  return new Map(
    [...byLanguage].map(([language, words]) => [
      language,
      new Map(words.map(({ term, found, passages }) => [term, weightOf(passages, found)])),
    ]),
  )
}

const ASKED = `
  SELECT l.language AS language, q.lexeme AS term,
    (SELECT count(*) FROM knowledge_terms t WHERE t.tenant_id = $1 AND t.assistant_id = $2 AND t.term = q.lexeme)::int AS found,
    (SELECT COALESCE(sum(d.passages), 0) FROM knowledge_documents d
     WHERE d.tenant_id = $1 AND d.assistant_id = $2 AND d.status = 'READY')::int AS passages
  FROM unnest($3::text[], $4::text[]) AS l(language, dictionary)
  CROSS JOIN unnest(to_tsvector(l.dictionary::regconfig, $5)) q`
