import { inZone } from '../core/time.ts'
import type { Transaction } from '../core/transaction.ts'

/** A hold that has been released, as far as the event about it says. */
export interface ReleasedHold {
  id: string
  providerId: string
  locationId: string
  startsAt: Date
  zone: string
}

/** Releases holds whose time is over; those that somebody else releases just now are left out. */
export const expireHolds = (tx: Transaction, ids: readonly string[]): Promise<ReleasedHold[]> =>
  tx.sql<ReleasedHold>(EXPIRE, [tx.tenantId, ids, tx.now])

/** Says of released holds that they are. Call it after the verb's own record is audited. */
export const reportReleased = (
  tx: Transaction,
  released: readonly ReleasedHold[],
  reason: 'EXPIRED' | 'RELEASED',
): void => {
  for (const { id, providerId, locationId, startsAt, zone } of released) {
    const subject = { type: 'appointment', id }
    tx.audit(subject, { status: 'HELD' }, { status: 'EXPIRED' })
    tx.emit('hold.released', subject, {
      holdId: id,
      providerId,
      locationId,
      startsAt: inZone(startsAt, zone),
      reason,
    })
  }
}

const EXPIRE = `
  UPDATE appointments SET status = 'EXPIRED', status_changed_at = $3, updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = ANY ($2) AND status = 'HELD' AND held_until <= $3
  RETURNING id, provider_id AS "providerId", location_id AS "locationId", starts_at AS "startsAt", zone`
