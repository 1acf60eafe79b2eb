import { notFound } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { NO_GUARDIAN, guardiansNotified } from '#messaging/messages/recipient.ts'
import {
  defineFollowUp,
  done,
  leftThePlan,
  skipped,
  type Outcome,
  type StepRun,
} from '#messaging/follow-ups/follow-up-kind.ts'
import { reportReleased } from '../holds/report-released.ts'
import { giveUpHold } from '../holds/give-up-hold.ts'
import { endOffer } from './end-offer.ts'
import { loadOffer } from './queries.ts'
import { inFlux, makeOffer } from './make-offer.ts'
import { matchesFor } from './matches-for.ts'
import {
  isExpiryStep,
  isOfferStep,
  offerEndsAt,
  planOffers,
  type Slot,
  type SlotFacts,
} from './rules.ts'
import { notifyGuardians } from './notify-guardians.ts'

interface Facts extends SlotFacts, Slot {
  id: string
  /** The child who left the slot; null for a group, or if the slot was already free. */
  childId: string | null
  locationName: string
  locationPhone: string | null
  last: (NonNullable<SlotFacts['last']> & { id: string; appointmentId: string }) | null
}

/** Follows a freed slot, which is offered to waiting families one after the other. */
export const waitlistOffer = defineFollowUp<Facts>({
  resource: 'appointments',
  facts: async (tx, id) => {
    const [slot] = await tx.sql<Omit<Facts, 'quietHours' | 'offers' | 'last'> & Quiet>(SLOT, [
      tx.tenantId,
      id,
    ])
    if (!slot) throw notFound('freed slot')
    const offers = await tx.sql<NonNullable<Facts['last']>>(OFFERS, [tx.tenantId, id])
    const { quietStartTime: startTime, quietEndTime: endTime, ...facts } = slot
    const quietHours = startTime !== null && endTime !== null ? { startTime, endTime } : null
    return { ...facts, quietHours, offers: offers.length, last: offers.at(-1) ?? null }
  },
  plan: planOffers,
  cancelReason: ({ status, last }) =>
    status === 'OPEN' ? `the offer is ${last?.status}` : `the slot is ${status}`,
  finalStatus: () => 'COMPLETED',
  // A family without an e-mail address must be called while the offer is open.
  isSettled: ({ offers, last }, recorded, plan) =>
    isOfferStep(recorded.step) && recorded.status === 'DONE'
      ? last?.status !== 'OFFERED' || !isOfferStep(recorded.step, offers)
      : leftThePlan(undefined, recorded, plan),
  whenLate: () => 'DONE',
  // The waitlist already skips restricted children.
  whileRestricted: () => 'DONE',
  perform: (tx, facts, stepRun) => {
    if (isOfferStep(stepRun.step)) return offerNext(tx, facts, stepRun)
    if (isExpiryStep(stepRun.step)) return expire(tx, facts)
    return skipped('this version of the platform does not know the step')
  },
})

const offerNext = async (tx: Transaction, facts: Facts, stepRun: StepRun): Promise<Outcome> => {
  const expiresAt = offerEndsAt(tx.now, facts.startsAt)
  if (!expiresAt) return close(tx, facts, 'too late to ask anybody')
  let passed = false
  for await (const match of matchesFor(tx, facts, { freedSlotId: facts.id })) {
    const offerId = await makeOffer(tx, match, { ...facts, expiresAt })
    if (offerId) {
      const { id: entryId, childId } = match.entry
      const told = await notifyGuardians(tx, { ...facts, childId, expiresAt, offerId }, stepRun)
      return told > 0
        ? done(`offered to ${entryId}: ${guardiansNotified({ length: told })}`)
        : done(`offered to ${entryId}: no e-mail, ${NO_GUARDIAN}`, NO_GUARDIAN)
    }
    passed = true
  }
  // An entry that was skipped may be able to take it in a moment.
  if (passed) throw inFlux()
  return close(tx, facts, 'nobody on the waitlist can take it')
}

const close = async (tx: Transaction, { id }: Facts, because: string): Promise<Outcome> => {
  await tx.sql(CLOSE, [tx.tenantId, id])
  tx.changed({ type: 'freedSlot', id }, { status: 'OPEN' }, { status: 'CLOSED' })
  return skipped(because)
}

const expire = async (tx: Transaction, { last }: Facts): Promise<Outcome> => {
  if (last?.status !== 'OFFERED') return skipped(`the offer is ${last?.status}`)
  // Locks the hold first, as every release does, because it may have just expired.
  const released = await giveUpHold(tx, last.appointmentId)
  if (released.length === 0) return skipped('its hold has already ended')
  await endOffer(tx, await loadOffer(tx, last.id), 'expire')
  await reportReleased(tx, released, 'EXPIRED')
  return done('nobody answered in time: the entry waits again')
}

interface Quiet {
  quietStartTime: string | null
  quietEndTime: string | null
}

const SLOT = `
  SELECT f.id, f.status, f.provider_id AS "providerId", f.location_id AS "locationId", f.service_id AS "serviceId",
         f.starts_at AS "startsAt", f.time_zone AS "timeZone", f.created_at AS "createdAt", a.child_id AS "childId",
         l.name AS "locationName", l.phone AS "locationPhone",
         t.quiet_hours_start_time AS "quietStartTime", t.quiet_hours_end_time AS "quietEndTime"
  FROM freed_slots f JOIN tenants t ON t.tenant_id = f.tenant_id
  LEFT JOIN appointments a ON a.tenant_id = f.tenant_id AND a.id = f.appointment_id
  JOIN locations l ON l.tenant_id = f.tenant_id AND l.id = f.location_id
  WHERE f.tenant_id = $1 AND f.id = $2 FOR UPDATE OF f`

const OFFERS = `
  SELECT id, status, expires_at AS "expiresAt", decided_at AS "decidedAt", appointment_id AS "appointmentId"
  FROM waitlist_offers WHERE tenant_id = $1 AND freed_slot_id = $2 ORDER BY created_at, id`

const CLOSE = `UPDATE freed_slots SET status = 'CLOSED' WHERE tenant_id = $1 AND id = $2`
