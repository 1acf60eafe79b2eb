import { invalid } from '#platform/core/errors/errors.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * The location that somebody who is registered belongs to: the one that is named, or the only one of a caller
 * who is bound to it. Who is bound to several says which: without one they would not see whom they registered.
 */
export const locationOfFamily = async (
  tx: Transaction,
  { locationId = null }: { locationId?: string | null },
): Promise<string | null> => {
  const own = tx.actor.locationIds
  if (locationId === null && own) {
    if (own.length > 1) throw invalid('locationId', 'required', 'Say at which of your locations.')
    return own[0]!
  }
  await assertReferences(tx, 'location', { locationId })
  return locationId
}
