import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { withoutAsking } from '../text/without-asking.ts'
import type { ReadQuestion } from './read-question.ts'
import { weightOf, type Weights } from './rules.ts'
import type { SearchedDocuments } from './searched-documents.ts'
import { withWider, wordsFor } from './terms-of.ts'

export interface AskedWords {
  /** The weight of each word. Rarer words weigh more. */
  words: Weights
  /** The number of those that the question itself has. */
  own: number
  /** The number of passages that contain each word. */
  found: ReadonlyMap<string, number>
}

/** The weight of other words for the same thing, relative to the words of the question. */
const OTHER_WORDS = 0.3

interface Asked {
  question: string
  read: ReadQuestion
  languages: readonly Language[]
}

/** The words of a question and other words for the same things in each language, weighted by rarity. */
export const askedWords = async (
  reader: Reader,
  { assistantId, passages }: SearchedDocuments,
  { question, read, languages }: Asked,
): Promise<AskedWords> => {
  const concepts = read.terms
    .filter((it) => !it.isLight)
    .flatMap((it) => it.concepts.flatMap(withWider))
  const others = languages.map((language) => wordsFor(concepts, language))
  const rows = await reader.sql<{ term: string; found: number; own: boolean }>(ASKED, [
    reader.tenantId,
    assistantId,
    languages.map((language) => DICTIONARIES[language]),
    withoutAsking(question),
    others.map(({ text }) => text),
    [...new Set(others.flatMap(({ beginnings }) => beginnings))],
  ])
  const known = rows.filter(({ own, found }) => own || found > 0)
  return {
    words: new Map(
      known.map(({ term, found, own }) => [
        term,
        weightOf(passages, found) * (own ? 1 : OTHER_WORDS),
      ]),
    ),
    own: known.filter(({ own }) => own).length,
    found: new Map(known.map(({ term, found }) => [term, found])),
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

// The range uses the index; it is an approximation because the order depends on the collation.
const ASKED = `
  WITH begun AS (
    SELECT w.term FROM unnest($6::text[]) AS b(start) JOIN knowledge_words w
      ON w.tenant_id = $1 AND w.assistant_id = $2 AND w.term BETWEEN b.start AND b.start || U&'\\FFFF' AND starts_with(w.term, b.start)),
  words AS (
    SELECT q.lexeme AS term, bool_or(q.own) AS own
    FROM unnest($3::text[], $5::text[]) AS l(dictionary, others) CROSS JOIN LATERAL (
      SELECT lexeme, true AS own FROM unnest(to_tsvector(l.dictionary::regconfig, $4))
      UNION ALL SELECT lexeme, false FROM unnest(to_tsvector(l.dictionary::regconfig, l.others))
      UNION ALL SELECT b.term, false FROM begun b) q
    GROUP BY 1)
  SELECT q.term, q.own, COALESCE(w.passages, 0) AS found
  FROM words q LEFT JOIN knowledge_words w ON w.tenant_id = $1 AND w.assistant_id = $2 AND w.term = q.term`

const COUNTED = `
  SELECT term, passages AS found FROM knowledge_words WHERE tenant_id = $1 AND assistant_id = $2 AND term = ANY ($3)`
