import { sealEntries } from '#platform/audit/seal-entries.ts'
import { othersEnded } from '../../platform/audit/trail.ts'
import type { Made, Records } from './records.ts'
import type { People } from './people.ts'

/** Keys, and the audit trail. */
export const createPlatform = ({ make, first, api }: Records, { location, provider }: People) => {
  const apiKey = () => make('/v1/api-keys', { name: 'Booking site', scopes: ['bookings'] })

  /** A key of a provider. */
  const boundApiKey = async () =>
    make('/v1/api-keys', {
      name: 'Records',
      scopes: ['sessions'],
      providerId: (await provider()).id,
    })

  const auditEntry = async (): Promise<Made> => {
    await location()
    return first('/v1/audit-entries')
  }

  /** Waits for transactions of other tests, because nothing is sealed before they end. */
  const auditSeal = async (): Promise<Made> => {
    const { platform } = api.services
    await location()
    await othersEnded(platform)
    await sealEntries(platform)
    return first('/v1/audit-seals')
  }

  return { apiKey, boundApiKey, auditEntry, auditSeal }
}
