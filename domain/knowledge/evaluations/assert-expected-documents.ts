import { invalidReference } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { EvaluatedQuestion } from './schemas.ts'

/** Checks that expected documents belong to the assistant. Removed ones are accepted, because later versions count. */
export const assertExpectedDocuments = async (
  { db, tenantId }: Reader,
  assistantId: string,
  questions: readonly EvaluatedQuestion[],
): Promise<void> => {
  const expected = questions.flatMap(({ documentIds }, question) =>
    documentIds.map((id, place) => ({ id, path: `questions.${question}.documentIds.${place}` })),
  )
  if (expected.length === 0) return
  const rows = await db.knowledgeDocument.findMany({
    where: { tenantId, assistantId, id: { in: [...new Set(expected.map(({ id }) => id))] } },
    select: { id: true },
  })
  const known = new Set(rows.map(({ id }) => id))
  const missing = expected.find(({ id }) => !known.has(id))
  if (missing) throw invalidReference(missing.path, 'document of the assistant')
}
