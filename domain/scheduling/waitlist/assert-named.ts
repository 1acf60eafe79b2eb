import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

interface Named {
  serviceIds?: readonly string[]
  providerIds?: readonly string[]
  locationIds?: readonly string[]
}

/** Refuses preferences with unknown ids. */
export const assertNamed = async (
  reader: Reader,
  { serviceIds = [], providerIds = [], locationIds = [] }: Named,
): Promise<void> => {
  await assertReferences(reader, 'service', byPath('serviceIds', serviceIds))
  await assertReferences(reader, 'provider', byPath('providerIds', providerIds))
  await assertReferences(reader, 'location', byPath('locationIds', locationIds))
}

const byPath = (name: string, ids: readonly string[]) =>
  Object.fromEntries(ids.map((id, index) => [`${name}.${index}`, id]))
