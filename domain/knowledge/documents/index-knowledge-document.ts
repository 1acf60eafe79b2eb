import type { KnowledgeDocument as DocumentModel } from '#prisma/generated/client.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { takeTurn, type TurnEnd } from '#platform/core/workflow-kinds/take-turn.ts'
import type { Language } from '../assistants/rules.ts'
import { DICTIONARIES } from '../text/dictionaries.ts'
import { loadKnowledgeDocument } from './queries.ts'
import { knowledgeDocumentRecord } from './record.ts'
import { removing } from './remove-knowledge-document.ts'

/** Passages per transaction. */
const BATCH = 200

interface Indexing {
  id: string
  /** When aborted, stops between two batches. */
  signal?: AbortSignal
}

/** Indexes passages of a document for one turn, continuing an earlier one. At the end the document is searchable. */
export const indexKnowledgeDocument = (ctx: Context, { id, signal }: Indexing): Promise<TurnEnd> =>
  takeTurn(() => indexBatch(ctx, id), signal)

/** Indexes the next passages. Returns whether there are more. */
const indexBatch = (ctx: Context, id: string): Promise<boolean> =>
  transact(ctx, 'knowledge:write', async (tx) => {
    await lockRecord(tx, 'knowledge_documents', id)
    const before = await loadKnowledgeDocument(tx, id)
    const subject = { type: 'knowledgeDocument', id } as const
    if (before.status !== 'INDEXING') {
      tx.nothingChanged(subject)
      return false
    }
    const progress = await indexNext(tx, before)
    const data = progress ?? { status: 'READY', readyAt: tx.now }
    const after = await tx.db.knowledgeDocument.update({
      where: keyOf(tx, id),
      data: { ...data, ...touched(tx) },
    })
    tx.changed(subject, before, after)
    if (!progress && before.replacesId) await removeReplaced(tx, before.replacesId)
    return progress !== undefined
  })

/** Indexes the next passages and returns the progress; undefined if there are none. */
const indexNext = async (
  tx: Transaction,
  { id, assistantId, language, passages, words }: DocumentModel,
) => {
  const dictionary = DICTIONARIES[language as Language]
  const [done] = await tx.sql<{ last: number | null; words: number | null }>(INDEX, [
    tx.tenantId,
    assistantId,
    id,
    dictionary,
    passages,
    BATCH,
  ])
  return done?.last ? { passages: done.last, words: words + (done.words ?? 0) } : undefined
}

/**
 * Removes the replaced document. Both documents are never searchable together, because one transaction switches
 * them.
 */
const removeReplaced = async (tx: Transaction, id: string): Promise<void> => {
  const { status } = await loadKnowledgeDocument(tx, id)
  if (status !== 'REMOVED') await changeRecord(tx, { id }, knowledgeDocumentRecord, removing)
}

// Words of headings count twice, because they name the subject.
const INDEX = `
  WITH parts AS (
    SELECT number, to_tsvector($4::regconfig, repeat(array_to_string(headings, ' ') || ' ', 2) || text) AS words
    FROM knowledge_passages WHERE tenant_id = $1 AND document_id = $3 AND number > $5 ORDER BY number LIMIT $6),
  sized AS (
    SELECT number, words, COALESCE((SELECT sum(cardinality(w.positions)) FROM unnest(words) w), 0)::int AS length FROM parts),
  written AS (
    INSERT INTO knowledge_terms (tenant_id, assistant_id, term, document_id, number, occurrences, length)
    SELECT $1, $2, w.lexeme, $3, s.number, cardinality(w.positions), s.length FROM sized s CROSS JOIN unnest(s.words) w)
  SELECT max(number) AS last, sum(length)::int AS words FROM sized`
