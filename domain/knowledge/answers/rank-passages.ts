import type { Reader } from '#platform/core/transaction.ts'
import { MOST_COUNTED, type AskedWords } from './asked-words.ts'
import { expandedBy, rarest, weightOf, type Weights } from './rules.ts'
import { ASKED_DOCUMENTS, type SearchedDocuments } from './searched-documents.ts'

/** A passage that has words of a question. */
export interface RankedPassage {
  documentId: string
  number: number
  edition: number
  title: string
  language: string
  page: number | null
  headings: string[]
  startsWith: number
  text: string
  score: number
}

interface Candidate {
  documentId: string
  number: number
  score: number
}

/** Passages that are looked at, by the rarest words of a question: a word that is nearly everywhere finds nothing. */
const MOST_READ = 10_000
/** Passages that are ranked again by the words of the best. */
const CANDIDATES = 200
/**
 * Of so many of the best passages so many words are taken, by RM3 (Lavrenko and Croft 2001). Words and shares are
 * the defaults of Anserini, which takes ten documents: an assistant has fewer.
 */
const BEST = 5
const EXPANDING = 10

/** How soon more occurrences of a word count no more, and how much long passages are set back: as in Lucene. */
const SATURATION = 1.2
const LENGTH = 0.75

/**
 * The passages that speak most of these words: BM25 over any of them, then once more over the words that the
 * best passages have in common (relevance feedback), which finds what says the same in other words.
 */
export const rankPassages = async (
  reader: Reader,
  documents: SearchedDocuments,
  { asked, limit }: { asked: AskedWords; limit: number },
): Promise<RankedPassage[]> => {
  const words = new Map([...asked.weights.values()].flatMap((weights) => [...weights]))
  const rare = rarest(words, asked.found, MOST_READ)
  const some = await scoredBy(reader, documents, rare)
  const found = rare.size < words.size ? await scoredBy(reader, documents, words, some) : some
  const expanded = await expand(reader, documents, words, found)
  const ranked = await scoredBy(reader, documents, expanded, found)
  const best = ranked.slice(0, limit)
  return reader.sql<RankedPassage>(SHOWN, [
    reader.tenantId,
    best.map(({ documentId }) => documentId),
    best.map(({ number }) => number),
    best.map(({ score }) => score),
  ])
}

/** The passages with the highest sum of these words, of all or among some. */
const scoredBy = (
  reader: Reader,
  { parameters, averageLength }: SearchedDocuments,
  words: Weights,
  among?: readonly Candidate[],
): Promise<Candidate[]> => {
  const asked = [...parameters, [...words.keys()], [...words.values()], averageLength]
  if (!among) return reader.sql<Candidate>(FOUND, [...asked, CANDIDATES])
  return reader.sql<Candidate>(FOUND_AMONG, [
    ...asked,
    among.map(({ documentId }) => documentId),
    among.map(({ number }) => number),
  ])
}

/** The words of a question with those of the passages that speak most of it. */
const expand = async (
  reader: Reader,
  { assistantId, passages }: SearchedDocuments,
  words: Weights,
  found: readonly Candidate[],
): Promise<Weights> => {
  const best = found.slice(0, BEST)
  const common = await reader.sql<{ term: string; share: number; found: number }>(COMMON, [
    reader.tenantId,
    assistantId,
    best.map(({ documentId }) => documentId),
    best.map(({ number }) => number),
    best.map(({ score }) => score),
    EXPANDING,
    MOST_COUNTED,
  ])
  return expandedBy(
    words,
    common.map(({ term, share, found }) => ({ term, share, weight: weightOf(passages, found) })),
  )
}

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

const SHOWN = `
  SELECT r.document_id AS "documentId", r.number, d.edition, d.name AS title, d.language AS language, p.page, p.headings,
         p.starts_with AS "startsWith", p.text, r.score
  FROM unnest($2::text[], $3::int[], $4::float8[]) AS r(document_id, number, score)
  JOIN knowledge_passages p ON p.tenant_id = $1 AND p.document_id = r.document_id AND p.number = r.number
  JOIN knowledge_documents d ON d.tenant_id = $1 AND d.id = r.document_id
  ORDER BY r.score DESC, r.document_id, r.number`
