import { loadOffers } from '../availability/load-offers.ts'
import { blocksAt } from '../availability/rules.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Slot } from './rules.ts'
import type { Match } from './match.ts'

/** Whether a booking would be accepted, according to the same rules and the child's time and consents. */
export const canTake = async (
  reader: Reader,
  { entry: { childId }, serviceId }: Match,
  { providerId, locationId, startsAt }: Slot,
): Promise<boolean> => {
  const at = startsAt.getTime()
  const offers = await loadOffers(reader, {
    serviceIds: [serviceId],
    providerIds: [providerId],
    locationIds: [locationId],
    childId,
    range: { from: at, until: at + 1 },
  }).catch(nothingIfRefused)
  return offers.some(({ steps }) =>
    steps.every(({ facts, afterMs }) => blocksAt(at + afterMs, facts).length === 0),
  )
}

/** A slot cannot be taken if the child, service, provider or location is archived. */
const nothingIfRefused = (error: unknown): [] => {
  if (error instanceof DomainError && isPermanent(error)) return []
  throw error
}
