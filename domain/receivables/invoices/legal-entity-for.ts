import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The legal entity that invoices: the given one, or the only one. */
export const legalEntityFor = async (reader: Reader, named: string | undefined) => {
  const found = await reader.db.legalEntity.findMany({
    where: { tenantId: reader.tenantId, archivedAt: null, ...(named && { id: named }) },
    take: 2,
  })
  const [entity] = found
  if (entity && found.length === 1) return entity
  if (named !== undefined) throw invalidReference('legalEntityId', 'legal entity')
  throw invalid(
    'legalEntityId',
    'required',
    entity
      ? 'The centre has several legal entities. Send legalEntityId.'
      : 'The centre has no legal entity. Create one first.',
  )
}
