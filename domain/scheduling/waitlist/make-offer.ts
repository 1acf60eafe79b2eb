import { bookSlot } from '../appointments/book-slot.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { inZone, utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { wakeHoldExpiry } from '../holds/create-hold.ts'
import { reportReleased } from '../holds/report-released.ts'
import type { Match } from './match.ts'
import { canTake } from './can-take.ts'
import type { Slot } from './rules.ts'
import { waitlistEvents } from './events.ts'

/** The slot or the entry is being changed, so the offer is tried again later. */
export const inFlux = () =>
  new DomainError('service_unavailable', 'The slot or the waitlist has just changed. Try again.')

/**
 * Holds a slot for an entry and records the offer; null if the entry has another offer or is just getting one.
 * Waits for current bookings of the slot.
 */
export const makeOffer = async (
  tx: Transaction,
  match: Match,
  { expiresAt, ...slot }: Slot & { id: string; expiresAt: Date },
): Promise<string | null> => {
  const { entry, serviceId } = match
  const { providerId, locationId, startsAt } = slot
  const [taken] = await tx.sql(TAKE_ENTRY, [tx.tenantId, entry.id, tx.now])
  if (!taken) return null
  await tx.sql(LOCK_RESOURCES, [[entry.childId, providerId].toSorted()])
  if (!(await canTake(tx, match, slot))) throw inFlux()
  const { row, facts } = await bookSlot(tx, {
    childId: entry.childId,
    providerId,
    locationId,
    serviceId,
    startsAt,
    heldUntil: expiresAt,
  })
  const id = newId('waitlistOffer')
  const offer = {
    entryId: entry.id,
    freedSlotId: slot.id,
    appointmentId: row.id,
    status: 'OFFERED',
    expiresAt,
  }
  tx.insertAtCommit('waitlist_offers', { ...freshRecord(tx, id), ...offer })
  const subject = { type: 'waitlistOffer', id } as const
  tx.created(subject, offer)
  tx.changed({ type: 'waitlistEntry', id: entry.id }, { status: 'WAITING' }, { status: 'OFFERED' })
  tx.emit(waitlistEvents['waitlist.offered'], subject, {
    offerId: id,
    entryId: entry.id,
    childId: entry.childId,
    providerId,
    locationId,
    startsAt: inZone(startsAt, slot.timeZone),
    expiresAt: utc(expiresAt),
  })
  // The hold expires together with its offer, even if the offer's own step does not run.
  await wakeHoldExpiry(tx, expiresAt)
  await reportReleased(tx, facts.released, 'EXPIRED')
  return id
}

const TAKE_ENTRY = `
  UPDATE waitlist_entries SET status = 'OFFERED', updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND id = (
    SELECT id FROM waitlist_entries WHERE tenant_id = $1 AND id = $2 AND status = 'WAITING' FOR UPDATE SKIP LOCKED)
  RETURNING id`

/** Uses the lock order of bookings (domain/scheduling/appointments/prepare-booking.ts). */
const LOCK_RESOURCES = `
  SELECT pg_advisory_xact_lock(hashtextextended(resource, 0)) FROM unnest($1::text[]) AS resource`
