import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { PassageKey } from './find-by-words.ts'
import { ASKED_DOCUMENTS, type SearchedDocuments } from './searched-documents.ts'
import { signatureOf, unpacked } from './vectors.ts'

/** The embedding of a question. */
export interface QuestionVector {
  model: string
  vector: readonly number[]
}

/** Finds the passages nearest to the question by comparing the signs of vector components. */
export const findByMeaning = (
  reader: Reader,
  { parameters }: SearchedDocuments,
  { model, vector, limit }: QuestionVector & { limit: number },
): Promise<PassageKey[]> =>
  reader.sql<PassageKey>(NEAR, [...parameters, model, signatureOf(vector), vector.length, limit])

/** The vectors of passages, keyed by {@link keyOfPassage}. */
export const vectorsOf = async (
  reader: Reader,
  { assistantId }: SearchedDocuments,
  model: string,
  passages: readonly PassageKey[],
): Promise<ReadonlyMap<string, Int8Array>> => {
  const rows = await reader.sql<PassageKey & { vector: Buffer }>(VECTORS, [
    reader.tenantId,
    assistantId,
    model,
    passages.map(({ documentId }) => documentId),
    passages.map(({ number }) => number),
  ])
  return new Map(rows.map((row) => [keyOfPassage(row), unpacked(row.vector)]))
}

export const keyOfPassage = ({ documentId, number }: PassageKey): string =>
  `${documentId} ${number}`

// Vectors of another length match nothing. They come from a model that was replaced under the same name. A condition
// on their length would look selective to the planner, which then sorts all rows on disk instead of keeping the nearest.
const NEAR = `
  SELECT "documentId", number FROM (
    SELECT v.document_id AS "documentId", v.number,
      CASE WHEN length(v.signature) = $8 THEN bit_count(v.signature # $7::bit varying) END AS distance
    FROM knowledge_vectors v
    WHERE v.tenant_id = $1 AND v.assistant_id = $2 AND v.model = $6 AND v.document_id IN (${ASKED_DOCUMENTS})
    ORDER BY 3, 1, 2 LIMIT $9) nearest
  WHERE distance IS NOT NULL`

const VECTORS = `
  SELECT v.document_id AS "documentId", v.number, v.vector
  FROM unnest($4::text[], $5::int[]) AS p(document_id, number)
  JOIN knowledge_vectors v ON v.tenant_id = $1 AND v.assistant_id = $2 AND v.model = $3
    AND v.document_id = p.document_id AND v.number = p.number`
