import type { Match } from './match.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { restrictedChildren } from '#people/persons/assert-unrestricted.ts'
import { offerEndsAt, ranked, servicesFor, type Slot } from './rules.ts'
import { canTake } from './can-take.ts'
import { WaitlistEntry } from './schemas.ts'

/** Maximum number of entries examined per search. */
const MOST_CONSIDERED = 200

interface Search {
  /** Entries to which the slot was offered before are skipped. */
  freedSlotId?: string
}

/**
 * Entries that can take a slot, in order. The child who left the slot and restricted children are excluded.
 * Entries are examined one by one, because each needs its child's calendar.
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
