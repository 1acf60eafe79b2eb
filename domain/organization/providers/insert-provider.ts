import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { columnsOf } from './columns-of.ts'
import { newReferences } from './rules.ts'
import { toProvider, type CreateProvider, type Provider } from './schemas.ts'

/** Creates a provider within a transaction: as approved, or as an applicant. */
export const insertProvider = async (
  tx: Transaction,
  { insurance, ageRange, serviceArea, ...fields }: CreateProvider,
  status: 'APPROVED' | 'APPLIED',
): Promise<Provider> => {
  await assertReferences(tx, 'location', newReferences('locationIds', fields.locationIds))
  const row = await tx.db.provider.create({
    data: {
      ...freshRecord(tx, newId('provider')),
      ...fields,
      ...columnsOf({ insurance, ageRange, serviceArea }),
      status,
    },
  })
  tx.created({ type: 'provider', id: row.id }, row)
  return toProvider(row)
}
