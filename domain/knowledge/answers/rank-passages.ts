import type { Reader } from '#platform/core/transaction.ts'

/** A passage that has words of a question. */
export interface RankedPassage {
  documentId: string
  edition: number
  title: string
  language: string
  page: number | null
  headings: string[]
  startsWith: number
  text: string
  score: number
}

interface Asked {
  assistantId: string
  terms: readonly string[]
  limit: number
}

/** The passages of an assistant that speak most of these words: BM25 over any of them. */
export const rankPassages = (reader: Reader, { assistantId, terms, limit }: Asked) =>
  reader.sql<RankedPassage>(RANKED, [reader.tenantId, assistantId, terms, limit])

/** How soon more occurrences of a word count no more, and how much long passages are set back. */
const SATURATION = 1.5
const LENGTH = 0.75

const RANKED = `
  WITH ready AS (
    SELECT id, passages, words FROM knowledge_documents
    WHERE tenant_id = $1 AND assistant_id = $2 AND status = 'READY'),
  whole AS (
    SELECT sum(passages)::float8 AS passages, greatest(sum(words)::float8 / nullif(sum(passages), 0), 1) AS length FROM ready),
  found AS (
    SELECT t.document_id, t.number, t.occurrences::float8 AS occurrences, t.length::float8 AS length,
           count(*) OVER (PARTITION BY t.term)::float8 AS passages
    FROM knowledge_terms t
    WHERE t.tenant_id = $1 AND t.assistant_id = $2 AND t.term = ANY ($3) AND t.document_id IN (SELECT id FROM ready)),
  ranked AS (
    SELECT f.document_id, f.number, sum(
      ln(1 + (w.passages - f.passages + 0.5) / (f.passages + 0.5)) * f.occurrences * ${SATURATION + 1}
      / (f.occurrences + ${SATURATION} * (${1 - LENGTH} + ${LENGTH} * f.length / w.length))) AS score
    FROM found f CROSS JOIN whole w GROUP BY 1, 2 ORDER BY score DESC, 1, 2 LIMIT $4)
  SELECT r.document_id AS "documentId", d.edition, d.name AS title, d.language AS language, p.page, p.headings,
         p.starts_with AS "startsWith", p.text, r.score
  FROM ranked r
  JOIN knowledge_passages p ON p.tenant_id = $1 AND p.document_id = r.document_id AND p.number = r.number
  JOIN knowledge_documents d ON d.tenant_id = $1 AND d.id = r.document_id
  ORDER BY r.score DESC, r.document_id, r.number`
