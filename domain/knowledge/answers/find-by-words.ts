import type { Reader } from '#platform/core/transaction.ts'
import { MOST_COUNTED, type AskedWords } from './asked-words.ts'
import { rarest, weightOf, type CommonWord, type Weights } from './rules.ts'
import { ASKED_DOCUMENTS, type SearchedDocuments } from './searched-documents.ts'

/** A passage by its place. */
export interface PassageKey {
  documentId: string
  number: number
}

export interface ScoredPassage extends PassageKey {
  score: number
}

/** Passages that are looked at, by the rarest words of a question: a word that is nearly everywhere finds nothing. */
const MOST_READ = 10_000
/** Words that are taken of the best passages, as Anserini does by default. */
const MOST_COMMON = 10

/** How soon more occurrences of a word count no more, and how much long passages are set back: as in Lucene. */
const SATURATION = 1.2
const LENGTH = 0.75

/** The passages that speak most of a question, by BM25 over any of its words. */
export const findByWords = async (
  reader: Reader,
  documents: SearchedDocuments,
  { asked, words, limit }: { asked: AskedWords; words: Weights; limit: number },
): Promise<ScoredPassage[]> => {
  const rare = rarest(words, asked.found, MOST_READ)
  const found = await reader.sql<ScoredPassage>(FOUND, [...parametersOf(documents, rare), limit])
  return rare.size < words.size ? scoreByWords(reader, documents, words, found) : found
}

/** …of these passages: those that have any of the words, the best first. */
export const scoreByWords = (
  reader: Reader,
  documents: SearchedDocuments,
  words: Weights,
  among: readonly PassageKey[],
): Promise<ScoredPassage[]> =>
  reader.sql<ScoredPassage>(FOUND_AMONG, [
    ...parametersOf(documents, words),
    among.map(({ documentId }) => documentId),
    among.map(({ number }) => number),
  ])

/** The words that some passages have most of, each by the score of its passage. */
export const commonWords = async (
  reader: Reader,
  { assistantId, passages }: SearchedDocuments,
  best: readonly ScoredPassage[],
): Promise<CommonWord[]> => {
  const rows = await reader.sql<{ term: string; share: number; found: number }>(COMMON, [
    reader.tenantId,
    assistantId,
    best.map(({ documentId }) => documentId),
    best.map(({ number }) => number),
    best.map(({ score }) => score),
    MOST_COMMON,
    MOST_COUNTED,
  ])
  return rows.map(({ term, share, found }) => ({ term, share, weight: weightOf(passages, found) }))
}

const parametersOf = ({ parameters, averageLength }: SearchedDocuments, words: Weights) => [
  ...parameters,
  [...words.keys()],
  [...words.values()],
  averageLength,
]

const BM25 = `sum(
  q.weight * t.occurrences * ${SATURATION + 1} / (t.occurrences + ${SATURATION} * (${1 - LENGTH} + ${LENGTH} * t.length / $8::float8)))`

const FOUND = `
  SELECT t.document_id AS "documentId", t.number, ${BM25} AS score
  FROM unnest($6::text[], $7::float8[]) AS q(term, weight)
  JOIN knowledge_terms t ON t.tenant_id = $1 AND t.assistant_id = $2 AND t.term = q.term
  WHERE t.document_id IN (${ASKED_DOCUMENTS})
  GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT $9`

const FOUND_AMONG = `
  SELECT t.document_id AS "documentId", t.number, ${BM25} AS score
  FROM unnest($9::text[], $10::int[]) AS p(document_id, number)
  CROSS JOIN unnest($6::text[], $7::float8[]) AS q(term, weight)
  JOIN knowledge_terms t ON t.tenant_id = $1 AND t.assistant_id = $2 AND t.term = q.term
    AND t.document_id = p.document_id AND t.number = p.number
  WHERE t.document_id IN (${ASKED_DOCUMENTS})
  GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`

const COMMON = `
  SELECT c.term, c.share, (SELECT count(*) FROM (
     SELECT FROM knowledge_terms o WHERE o.tenant_id = $1 AND o.assistant_id = $2 AND o.term = c.term LIMIT $7) n)::int AS found
  FROM (
    SELECT t.term AS term, sum(p.score * t.occurrences / t.length) AS share
    FROM unnest($3::text[], $4::int[], $5::float8[]) AS p(document_id, number, score)
    JOIN knowledge_terms t ON t.tenant_id = $1 AND t.document_id = p.document_id AND t.number = p.number
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $6) c`
