import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { OfferedNeed } from './lead-questions.ts'

/** The needs the centre serves, as shown to families. */
export const loadOfferedNeeds = (reader: Reader): Promise<OfferedNeed[]> =>
  reader.db.matchingNeed.findMany({
    where: { tenantId: reader.tenantId, archivedAt: null },
    select: { code: true, name: true },
    orderBy: { name: 'asc' },
    take: 100,
  })
