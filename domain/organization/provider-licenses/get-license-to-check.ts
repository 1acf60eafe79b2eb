import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { RegistryQuestion } from '#providers/registries/license-registry.ts'
import { loadProvider } from '../providers/queries.ts'
import { loadProviderLicense } from './queries.ts'

/** A check in progress: its number, and the question for the registry. */
export interface LicenseCheck {
  id: string
  number: number
  question: RegistryQuestion
}

/** The check in progress; undefined if there is nothing left to check. */
export const getLicenseToCheck = (
  ctx: Context,
  { id }: { id: string },
): Promise<LicenseCheck | undefined> =>
  read(ctx, ['provider-licenses:read', 'providers:read'], async (reader) => {
    const license = await loadProviderLicense(reader, id)
    if (license.verificationStatus !== 'PENDING') return undefined
    const { npi, name } = await loadProvider(reader, license.providerId)
    const { profession, number: licenseNumber, state, checkNumber } = license
    return {
      id,
      number: checkNumber,
      question: {
        npi: npi ?? '',
        name,
        profession,
        licenseNumber,
        state,
        idempotencyKey: `${id}/${checkNumber}`,
      },
    }
  })
