import { systemContext, type OutsideContext } from '#platform/core/context/context.ts'
import { takeTurn } from '#platform/core/workflow-kinds/take-turn.ts'
import { systemSql } from '#platform/identity/system-sql.ts'
import { embedKnowledgeDocument } from './embed-knowledge-document.ts'

/** A document that was indexed within this time is still being embedded by its ingestion. */
const INGESTED_AFTER_MS = 10 * 60_000

interface Stale {
  tenantId: string
  id: string
}

/** What is left after a turn. */
export interface StaleDocuments {
  documents: number
  passages: number
}

interface Turn {
  /** Identifies the run in the audit trail. */
  workflowId?: string | undefined
  /** When aborted, stops between two batches. */
  signal?: AbortSignal
}

/**
 * Embeds documents of all centres that have no vectors of the operator's model, for one turn: after a change of
 * the model, or if they were indexed without one. Returns what is left. Nothing is done twice, so it continues
 * wherever it was stopped.
 */
export const embedStaleDocuments = async (
  platform: OutsideContext['platform'],
  { workflowId, signal }: Turn = {},
): Promise<StaleDocuments> => {
  const { embedder } = platform
  if (!embedder) return { documents: 0, passages: 0 }
  const parameters = [
    embedder.model,
    new Date(platform.clock.now().getTime() - INGESTED_AFTER_MS),
  ] as const
  const embedNext = async (): Promise<boolean> => {
    const [next] = await systemSql(platform)<Stale>(NEXT_STALE_DOCUMENT, [...parameters])
    if (!next) return false
    const { tenantId, id } = next
    const act = { tenantId, action: 'embedKnowledge', ...(workflowId && { workflowId }) }
    await embedKnowledgeDocument(systemContext(platform, act), { id, ...(signal && { signal }) })
    return true
  }
  await takeTurn(embedNext, signal)
  const [left] = await systemSql(platform)<StaleDocuments>(STALE_DOCUMENTS, [...parameters])
  return left ?? { documents: 0, passages: 0 }
}

const STALE = `
  status = 'READY' AND ready_at < $2 AND (embedding_model IS DISTINCT FROM $1 OR passages_embedded < passages_read)`

/** Suspended centres are embedded after they resume. */
const OF_ACTIVE_CENTRES = `tenant_id <> ALL (ARRAY(SELECT tenant_id FROM tenants WHERE status <> 'ACTIVE'))`

const NEXT_STALE_DOCUMENT = {
  name: 'next_stale_document',
  text: `
    SELECT tenant_id AS "tenantId", id FROM knowledge_documents WHERE ${STALE} AND ${OF_ACTIVE_CENTRES}
    ORDER BY tenant_id, id LIMIT 1`,
}

const STALE_DOCUMENTS = {
  name: 'stale_documents',
  text: `
    SELECT count(*)::int AS documents,
      COALESCE(sum(passages_read - CASE WHEN embedding_model = $1 THEN passages_embedded ELSE 0 END), 0)::int AS passages
    FROM knowledge_documents WHERE ${STALE} AND ${OF_ACTIVE_CENTRES}`,
}
