import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { AskedWords } from './asked-words.ts'
import { bm25Sql, type PassageWords } from './bm25.ts'
import { rarest } from './rules.ts'
import { ASKED_DOCUMENTS, type SearchedDocuments } from './searched-documents.ts'

/** A passage, identified by its position. */
export interface PassageKey {
  documentId: string
  number: number
}

/**
 * Maximum number of candidate passages, found by the rarest words of a question. A word that occurs in nearly
 * every passage finds nothing.
 */
const MOST_READ = 3_000

/** The best passages for the rarest words of a question. */
export const findByWords = (
  reader: Reader,
  { parameters, averageLength }: SearchedDocuments,
  { words, found }: AskedWords,
  limit: number,
): Promise<PassageKey[]> => {
  const rare = rarest(words, found, MOST_READ)
  return reader.sql<PassageKey>(FOUND, [
    ...parameters,
    [...rare.keys()],
    [...rare.values()],
    averageLength,
    limit,
  ])
}

/** The words of passages, in order. */
export const wordsOfPassages = (
  reader: Reader,
  passages: readonly PassageKey[],
): Promise<PassageWords[]> =>
  reader.sql<PassageWords>(WORDS, [
    reader.tenantId,
    passages.map(({ documentId }) => documentId),
    passages.map(({ number }) => number),
  ])

const FOUND = `
  SELECT t.document_id AS "documentId", t.number
  FROM unnest($6::text[], $7::float8[]) AS q(term, weight)
  JOIN knowledge_terms t ON t.tenant_id = $1 AND t.assistant_id = $2 AND t.term = q.term
  WHERE t.document_id IN (${ASKED_DOCUMENTS})
  GROUP BY 1, 2 ORDER BY ${bm25Sql('$8')} DESC, 1, 2 LIMIT $9`

// One index lookup per passage: a join by words would read all passages that contain them.
const WORDS = `
  SELECT w.occurrences, w.length
  FROM unnest($2::text[], $3::int[]) WITH ORDINALITY AS p(document_id, number, place) CROSS JOIN LATERAL (
    SELECT COALESCE(json_object_agg(t.term, t.occurrences), '{}') AS occurrences, COALESCE(max(t.length), 1) AS length
    FROM knowledge_terms t
    WHERE t.tenant_id = $1 AND t.document_id = p.document_id AND t.number = p.number) w
  ORDER BY p.place`
