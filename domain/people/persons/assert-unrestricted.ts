import { processingRestricted } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Refuses to compute data about a restricted person. The database itself refuses writes. */
export const assertUnrestricted = async (
  reader: Reader,
  { id, restrictedAt }: { id: string; restrictedAt: Date | null },
): Promise<void> => {
  if (!restrictedAt) return
  const open = await reader.db.processingRestriction.findFirstOrThrow({
    where: { tenantId: reader.tenantId, personId: id, liftedAt: null },
    select: { id: true },
  })
  throw processingRestricted(id, open.id)
}

/** Children who get no offers because they are restricted. There are few. */
export const restrictedChildren = async (reader: Reader): Promise<string[]> => {
  const open = await reader.db.processingRestriction.findMany({
    where: { tenantId: reader.tenantId, childId: { not: null }, liftedAt: null },
    select: { childId: true },
  })
  return open.map(({ childId }) => childId!)
}
