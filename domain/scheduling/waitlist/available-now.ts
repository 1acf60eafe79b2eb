import { loadOffers } from '../availability/load-offers.ts'
import { startsIn } from '../availability/starts-in.ts'
import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isWanted, offerEndsAt, type Slot, type Wishes } from './rules.ts'

/** The number of days searched, and the number of slots shown. */
const DAYS_AHEAD = 31
const MOST_TOLD = 5

/** A free start that matches, with its service. */
export interface FreeSlot extends Slot {
  serviceId: string
}

/** Slots that can be booked now for a waitlist entry: the first matching starts. */
export const availableNow = async (
  reader: Reader,
  wishes: Wishes & { childId: string },
): Promise<FreeSlot[]> => {
  const now = reader.now.getTime()
  const from = Math.max(now, (wishes.startsOn?.getTime() ?? now) - DAY_MS)
  const range = { from, until: from + DAYS_AHEAD * DAY_MS }
  const found: FreeSlot[] = []
  for (const serviceId of wishes.serviceIds) {
    const offers = await loadOffers(reader, {
      serviceIds: [serviceId],
      providerIds: wishes.providerIds,
      locationIds: wishes.locationIds,
      childId: wishes.childId,
      range,
    }).catch(tooManyToLookAt)
    for (const { providerId, location, steps } of offers) {
      let told = 0
      for (const at of startsIn(steps, range)) {
        const startsAt = new Date(at)
        const slot = {
          providerId,
          locationId: location.id,
          serviceId,
          timeZone: location.timeZone,
          startsAt,
        }
        if (!isWanted(wishes, slot) || !offerEndsAt(reader.now, startsAt)) continue
        found.push(slot)
        told += 1
        if (told === MOST_TOLD) break
      }
    }
  }
  return found.toSorted((a, b) => +a.startsAt - +b.startsAt).slice(0, MOST_TOLD)
}

const tooManyToLookAt = (error: unknown): [] => {
  if (error instanceof DomainError && isPermanent(error)) return []
  throw error
}
