import { dateIn } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** Whether the whole centre is closed on the day of an instant. */
export const isCentreClosed = async (
  { db, tenantId }: Reader,
  at: Date,
  timeZone: string,
): Promise<boolean> => {
  const day = new Date(dateIn(at, timeZone))
  const closed = await db.closure.findFirst({
    where: {
      tenantId,
      locationId: null,
      archivedAt: null,
      startsOn: { lte: day },
      endsOn: { gte: day },
    },
    select: { id: true },
  })
  return closed !== null
}
