import type { Match } from './match.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { restrictedChildren } from '#people/persons/assert-unrestricted.ts'
import { offerEndsAt, ranked, servicesFor, type Slot } from './rules.ts'
import { canTake } from './can-take.ts'
import { WaitlistEntry } from './schemas.ts'

/** Entries of which one search asks whether they can come. */
const MOST_CONSIDERED = 200

interface Search {
  /** An entry that was offered the slot before is not asked again. */
  freedSlotId?: string
}

/**
 * Who waits for a slot and can take it, in the order in which they are asked; not who leaves it, nor whose data is
 * only kept. One
 * by one, for each costs a look at their time.
 */
export async function* matchesFor(
  reader: Reader,
  slot: Slot & { childId: string | null },
  { freedSlotId }: Search = {},
): AsyncGenerator<Match, void> {
  if (!offerEndsAt(reader.now, slot.startsAt)) return
  const restricted = await restrictedChildren(reader)
  const rows = await reader.db.waitlistEntry.findMany({
    where: {
      tenantId: reader.tenantId,
      status: 'WAITING',
      childId: { notIn: slot.childId ? [slot.childId, ...restricted] : restricted },
      AND: [
        { OR: [{ providerIds: { isEmpty: true } }, { providerIds: { has: slot.providerId } }] },
        { OR: [{ locationIds: { isEmpty: true } }, { locationIds: { has: slot.locationId } }] },
      ],
      ...(freedSlotId && { offers: { none: { freedSlotId } } }),
    },
    orderBy: [{ priority: 'desc' }, { id: 'asc' }],
    take: MOST_CONSIDERED,
  })
  const entries = rows.map((row) => ({
    ...row,
    times: fromJson(WaitlistEntry.shape.times, row.times),
  }))
  for (const entry of ranked(entries, slot)) {
    for (const serviceId of servicesFor(entry, slot)) {
      if (!(await canTake(reader, { entry, serviceId }, slot))) continue
      yield { entry, serviceId }
      break
    }
  }
}
