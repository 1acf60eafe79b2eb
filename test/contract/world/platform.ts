import { sealEntries } from '#platform/audit/seal-entries.ts'
import type { Made, Records } from './records.ts'
import type { People } from './people.ts'

/** Keys, and the audit trail. */
export const createPlatform = ({ make, first, api }: Records, { location }: People) => {
  const apiKey = () => make('/v1/api-keys', { name: 'Booking site', scopes: ['bookings'] })

  const auditEntry = async (): Promise<Made> => {
    await location()
    return first('/v1/audit-entries')
  }

  const auditSeal = async (): Promise<Made> => {
    await location()
    await sealEntries(api.services.platform)
    return first('/v1/audit-seals')
  }

  return { apiKey, auditEntry, auditSeal }
}
