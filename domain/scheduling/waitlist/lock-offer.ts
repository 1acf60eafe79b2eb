import { lockAppointment } from '../appointments/queries.ts'
import { ofHold, type HeldRow } from '../holds/of-hold.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadOffer } from './queries.ts'
import type { OfferRow } from './schemas.ts'

/** Locks the slot, the hold, the offer and the entry in the order of the workflow's steps. */
export const lockOffer = async (
  tx: Transaction,
  id: string,
): Promise<{ offer: OfferRow; hold: HeldRow }> => {
  const { freedSlotId, appointmentId } = await loadOffer(tx, id)
  await tx.sql(LOCK_SLOT, [tx.tenantId, freedSlotId])
  const hold = ofHold(await lockAppointment(tx, appointmentId))
  await tx.sql(LOCK_OFFER, [tx.tenantId, id])
  return { offer: await loadOffer(tx, id), hold }
}

const LOCK_SLOT = `SELECT 1 FROM freed_slots WHERE tenant_id = $1 AND id = $2 FOR UPDATE`

const LOCK_OFFER = `
  SELECT 1 FROM waitlist_offers o JOIN waitlist_entries e ON e.tenant_id = o.tenant_id AND e.id = o.entry_id
  WHERE o.tenant_id = $1 AND o.id = $2 FOR UPDATE OF o, e`
