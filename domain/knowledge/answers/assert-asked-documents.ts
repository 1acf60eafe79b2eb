import { invalidReference } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { DocumentFilter } from './searched-documents.ts'

/** Checks that documents named in a question belong to its assistant. Removed documents are accepted. */
export const assertAskedDocuments = async (
  { db, tenantId }: Reader,
  { assistantId, documentIds = [] }: DocumentFilter,
): Promise<void> => {
  if (documentIds.length === 0) return
  const rows = await db.knowledgeDocument.findMany({
    where: { tenantId, assistantId, id: { in: [...documentIds] } },
    select: { id: true },
  })
  const known = new Set(rows.map(({ id }) => id))
  const missing = documentIds.findIndex((id) => !known.has(id))
  if (missing !== -1) throw invalidReference(`documentIds.${missing}`, 'document of the assistant')
}
