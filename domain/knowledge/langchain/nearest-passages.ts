import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import {
  findByMeaning,
  keyOfPassage,
  vectorsOf,
  type QuestionVector,
} from '../answers/find-by-meaning.ts'
import type { PassageKey } from '../answers/find-by-words.ts'
import { loadAsked } from '../answers/load-asked.ts'
import { searchedDocuments, type DocumentFilter } from '../answers/searched-documents.ts'
import { likeness } from '../answers/vectors.ts'
import type { PassageMetadata } from './passage-document.ts'

/** Passages whose vectors are compared exactly. The others are further away by the signs of their vectors. */
const COMPARED = 200

export interface NearPassage extends PassageMetadata, PassageKey {
  text: string
  /** The cosine of its vector and the question's. */
  score: number
}

interface Near extends DocumentFilter {
  near: QuestionVector
  limit: number
}

/** The passages of an assistant's documents whose vectors are nearest to another one. Best first. */
export const nearestPassages = (
  ctx: Context,
  { near, limit, ...filter }: Near,
): Promise<NearPassage[]> =>
  transact(ctx, 'knowledge:read', async (tx) => {
    const { assistantId } = filter
    await loadAsked(tx, filter)
    const documents = await searchedDocuments(tx, filter)
    const keys = await findByMeaning(tx, documents, { ...near, limit: COMPARED })
    const vectors = await vectorsOf(tx, documents, near.model, keys)
    const scoreOf = (key: PassageKey) => {
      const vector = vectors.get(keyOfPassage(key))
      return vector ? likeness(vector, near.vector) : 0
    }
    const best = keys
      .map((key) => ({ ...key, score: scoreOf(key) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
    const passages = await tx.sql<NearPassage>(SHOWN, [
      tx.tenantId,
      best.map(({ documentId }) => documentId),
      best.map(({ number }) => number),
      best.map(({ score }) => score),
    ])
    tx.did({ type: 'assistant', id: assistantId }, { passages: passages.length })
    return passages
  })

const SHOWN = `
  SELECT r.document_id AS "documentId", r.number, d.edition, d.name AS title, p.page, p.headings,
         p.starts_with AS start, p.starts_with + length(p.text) AS "end", p.text, r.score
  FROM unnest($2::text[], $3::int[], $4::float8[]) WITH ORDINALITY AS r(document_id, number, score, place)
  JOIN knowledge_passages p ON p.tenant_id = $1 AND p.document_id = r.document_id AND p.number = r.number
  JOIN knowledge_documents d ON d.tenant_id = $1 AND d.id = r.document_id
  ORDER BY r.place`
