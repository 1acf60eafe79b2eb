import { inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { slotsFreed, type LeftSlot } from '../waitlist/slots-freed.ts'
import { holdEvents } from './events.ts'

/** A released hold, with the slot that it freed. */
export type ReleasedHold = LeftSlot & { holdId: string }

/** The columns that statements which release holds must return. */
export const RELEASED = `id, hold_id AS "holdId", child_id AS "childId", provider_id AS "providerId", location_id AS "locationId",
    service_id AS "serviceId", starts_at AS "startsAt", time_zone AS "timeZone"`

/**
 * Announces released holds and offers their slots to the waitlist. Call it after the verb has audited its own
 * record.
 */
export const reportReleased = async (
  tx: Transaction,
  released: readonly ReleasedHold[],
  reason: 'EXPIRED' | 'RELEASED',
): Promise<void> => {
  for (const { holdId, providerId, locationId, startsAt, timeZone } of released) {
    const subject = { type: 'hold', id: holdId } as const
    tx.changed(subject, { status: 'HELD' }, { status: 'EXPIRED' })
    tx.emit(holdEvents['hold.released'], subject, {
      holdId,
      providerId,
      locationId,
      startsAt: inZone(startsAt, timeZone),
      reason,
    })
  }
  await slotsFreed(tx, released)
}
