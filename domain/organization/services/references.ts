import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { newReferences } from '../providers/rules.ts'
import type { Service } from './schemas.ts'

type References = Pick<
  Service,
  'providerIds' | 'providerOverrides' | 'locationPrices' | 'requiredForms'
>

const NOTHING = { providerIds: [], providerOverrides: {}, locationPrices: {}, requiredForms: [] }

/** Refuses unknown providers, locations and forms that a service newly names. */
export const assertServiceReferences = async (
  reader: Reader,
  after: Partial<References>,
  before: References = NOTHING,
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
  const forms = newReferences('requiredForms', after.requiredForms ?? [], before.requiredForms)
  await assertReferences(reader, 'formTemplate', forms)
}
