import {
  RegistryUnavailableError,
  type LicenseRegistry,
  type RegistryQuestion,
  type RegistryRecord,
} from './license-registry.ts'

/** How the sandbox's record differs from the question, by the end of the license number. */
const DIFFERENCES: Record<string, (agreeing: RegistryRecord) => RegistryRecord | null> = {
  '-unknown': () => null,
  '-inactive': (record) => ({ ...record, isActive: false }),
  '-othername': (record) => ({ ...record, names: [{ first: 'Someone', last: 'Else' }] }),
  '-othernumber': (record) => ({
    ...record,
    licenses: record.licenses.map((license) => ({ ...license, number: '0000' })),
  }),
  '-otherstate': (record) => ({
    ...record,
    licenses: record.licenses.map((license) => ({ ...license, state: 'US-ZZ' })),
  }),
}

/**
 * Confirms every question, unless the license number ends with one of these. `-away` is never answered, and
 * `-awayonce` only on the second attempt in this process. Nothing is called.
 */
export const createSandboxRegistry = (): LicenseRegistry => {
  const seen = new Set<string>()
  return {
    name: 'sandbox',
    async find(question): Promise<RegistryRecord | null> {
      const { licenseNumber, idempotencyKey } = question
      const isFirst = !seen.has(idempotencyKey)
      seen.add(idempotencyKey)
      if (licenseNumber.endsWith('-away') || (licenseNumber.endsWith('-awayonce') && isFirst))
        throw new RegistryUnavailableError('The sandbox was asked to be unavailable')
      const [, differs] =
        Object.entries(DIFFERENCES).find(([ending]) => licenseNumber.endsWith(ending)) ?? []
      const agreeing = agreeingWith(question)
      return differs ? differs(agreeing) : agreeing
    },
  }
}

const agreeingWith = ({
  npi,
  name,
  licenseNumber: number,
  ...license
}: RegistryQuestion): RegistryRecord => {
  const words = name.split(' ')
  return {
    npi,
    isActive: true,
    names: [{ first: words.at(-2) ?? '', last: words.at(-1)! }],
    licenses: [{ number, state: license.state, profession: license.profession }],
  }
}
