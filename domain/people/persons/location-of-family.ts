import { invalid } from '#platform/core/errors/errors.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'

/**
 * The location of a person who is registered: the given one, or the only location of a bound user. A user bound
 * to several locations must give one, otherwise the user would not see the person.
 */
export const locationOfFamily = async (
  tx: Transaction,
  { locationId = null }: { locationId?: string | null },
): Promise<string | null> => {
  const own = tx.actor.locationIds
  if (locationId === null && own) {
    if (own.length > 1)
      throw invalid(
        'locationId',
        'required',
        'You work at several locations, so the family’s location is not clear. Send the ID of one of your locations.',
      )
    return own[0]!
  }
  await assertReferences(tx, 'location', { locationId })
  return locationId
}
