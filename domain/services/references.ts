import { assertReferences } from '../core/references.ts'
import type { Reader } from '../core/transaction.ts'
import { newReferences } from '../providers/rules.ts'
import type { Service } from './schemas.ts'

type References = Pick<Service, 'providerIds' | 'providerOverrides' | 'locationPrices'>

/** Refuses providers and locations that a service newly names and the tenant does not have. */
export const assertServiceReferences = async (
  reader: Reader,
  after: Partial<References>,
  before: References = { providerIds: [], providerOverrides: {}, locationPrices: {} },
): Promise<void> => {
  const keys = (name: 'providerOverrides' | 'locationPrices') =>
    Object.fromEntries(
      Object.keys(after[name] ?? {})
        .filter((id) => !Object.hasOwn(before[name], id))
        .map((id) => [`${name}.${id}`, id]),
    )
  await assertReferences(reader, 'provider', {
    ...newReferences('providerIds', after.providerIds ?? [], before.providerIds),
    ...keys('providerOverrides'),
  })
  await assertReferences(reader, 'location', keys('locationPrices'))
}
