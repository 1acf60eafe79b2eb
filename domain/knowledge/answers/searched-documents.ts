import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Selects the documents of an assistant to search. */
export interface DocumentFilter {
  assistantId: string
  documentIds?: readonly string[]
  labels?: readonly string[]
  /** The date on which documents must be valid; by default today at the centre. */
  validOn?: string
}

/** The documents searched for a question. */
export interface SearchedDocuments {
  assistantId: string
  /** The first parameters of {@link ASKED_DOCUMENTS}. */
  parameters: readonly unknown[]
  /** The number of their passages, and the average number of words in one. */
  passages: number
  averageLength: number
}

/** The ids of the searched documents. */
export const ASKED_DOCUMENTS = `
  SELECT id FROM knowledge_documents
  WHERE tenant_id = $1 AND assistant_id = $2 AND status = 'READY'
    AND (starts_on IS NULL OR starts_on <= $3::date) AND (ends_on IS NULL OR ends_on >= $3::date)
    AND ($4::text[] IS NULL OR id = ANY ($4)) AND ($5::text[] IS NULL OR labels && $5)`

export const searchedDocuments = async (
  reader: Reader,
  { assistantId, documentIds, labels, validOn }: DocumentFilter,
): Promise<SearchedDocuments> => {
  const parameters = [
    reader.tenantId,
    assistantId,
    validOn ?? (await todayOfCentre(reader)),
    documentIds ?? null,
    labels ?? null,
  ]
  const [{ passages, words } = { passages: 0, words: 0 }] = await reader.sql<{
    passages: number
    words: number
  }>(SIZE, parameters)
  const averageLength = passages === 0 ? 1 : Math.max(words / passages, 1)
  return { assistantId, parameters, passages, averageLength }
}

const todayOfCentre = async (reader: Reader): Promise<string> => {
  const { defaultTimeZone } = await loadTenantSettings(reader)
  return dateIn(reader.now, defaultTimeZone)
}

const SIZE = `
  SELECT COALESCE(sum(passages), 0)::int AS passages, COALESCE(sum(words), 0)::float8 AS words
  FROM knowledge_documents WHERE tenant_id = $1 AND id IN (${ASKED_DOCUMENTS})`
