import { notFound } from '../core/errors.ts'
import { inZone } from '../core/time.ts'
import type { Transaction } from '../core/transaction.ts'
import { NO_GUARDIAN, toldGuardians } from '../follow-ups/appointment-facts.ts'
import { defineFollowUp, done, skipped, type Outcome, type StepInHand } from '../follow-ups/kind.ts'
import { giveUpHold, reportReleased } from '../holds/release-holds.ts'
import { createLink } from '../links/create-link.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { guardiansOf } from '../messages/recipients.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { endOffer } from './end-offer.ts'
import { loadOffer } from './load.ts'
import { makeOffer } from './make-offer.ts'
import { matchesFor } from './matches.ts'
import {
  isExpiryStep,
  isOfferStep,
  offerEndsAt,
  planOffers,
  type Slot,
  type SlotFacts,
} from './rules.ts'

interface Facts extends SlotFacts, Slot {
  id: string
  /** Who left it. */
  childId: string
  locationName: string
  locationPhone: string | null
  last: (NonNullable<SlotFacts['last']> & { id: string; appointmentId: string }) | null
}

/** A slot that became free, offered to those who wait for it, one after the other. */
export const waitlistOffer = defineFollowUp<Facts>({
  facts: async (tx, id) => {
    const [slot] = await tx.sql<Omit<Facts, 'offers' | 'last'> & Quiet>(SLOT, [tx.tenantId, id])
    if (!slot) throw notFound('freed slot')
    const offers = await tx.sql<NonNullable<Facts['last']>>(OFFERS, [tx.tenantId, id])
    const { quietFrom: from, quietUntil: until, ...facts } = slot
    const quietHours = from !== null && until !== null ? { from, until } : null
    return { ...facts, quietHours, offers: offers.length, last: offers.at(-1) ?? null }
  },
  plan: planOffers,
  because: ({ status, last }) =>
    status === 'OPEN' ? `the offer is ${last?.status}` : `the slot is ${status}`,
  endOf: () => 'COMPLETED',
  perform: (tx, facts, inHand) => {
    if (isOfferStep(inHand.step)) return offerNext(tx, facts, inHand)
    if (isExpiryStep(inHand.step)) return expire(tx, facts)
    return skipped('this version of the platform does not know the step')
  },
})

const offerNext = async (tx: Transaction, facts: Facts, inHand: StepInHand): Promise<Outcome> => {
  const expiresAt = offerEndsAt(tx.now, facts.startsAt)
  const [match] = await matchesFor(tx, facts, { limit: 1, freedSlotId: facts.id })
  if (!expiresAt || !match) {
    await tx.sql(CLOSE, [tx.tenantId, facts.id])
    tx.audit({ type: 'freed_slot', id: facts.id }, { status: 'OPEN' }, { status: 'CLOSED' })
    return skipped(expiresAt ? 'nobody who waits can take it' : 'too late to ask anybody')
  }
  const { childId, id: entryId } = match.entry
  const offerId = await makeOffer(tx, match, { ...facts, expiresAt })
  const told = await tellGuardians(tx, { ...facts, childId, expiresAt, offerId }, inHand)
  return told > 0
    ? done(`offered to ${entryId}: ${toldGuardians({ length: told })}`)
    : done(`offered to ${entryId}: no e-mail, ${NO_GUARDIAN}`, NO_GUARDIAN)
}

type OfferToTell = Slot &
  Pick<Facts, 'locationName' | 'locationPhone'> & {
    childId: string
    expiresAt: Date
    offerId: string
  }

/** An e-mail to each legal guardian, with a link of their own; says how many there are. */
const tellGuardians = async (
  tx: Transaction,
  { offerId, childId, startsAt, zone, expiresAt, locationName, locationPhone }: OfferToTell,
  { step, followUpId, fired }: StepInHand,
): Promise<number> => {
  const guardians = await guardiansOf(tx, childId)
  const { language } = await loadMessagingTerms(tx)
  const [child] = await tx.sql<{ firstName: string }>(CHILD, [tx.tenantId, childId])
  const subject = { type: 'waitlist_offer', id: offerId }
  for (const recipient of guardians) {
    const link = {
      purpose: 'waitlist-offer',
      subject,
      recipientId: recipient.id,
      language,
    } as const
    const { path } = await createLink(tx, { ...link, expiresAt })
    await queueMessage(tx, {
      template: 'waitlist.offer',
      variables: {
        startsAt: inZone(startsAt, zone),
        zone,
        locationName,
        locationPhone,
        firstName: recipient.firstName,
        childFirstName: child!.firstName,
        answerBy: inZone(expiresAt, zone),
        path,
      },
      recipient,
      subject,
      dedupeKey: `${followUpId}/${step}/${recipient.id}`,
      followUp: { id: followUpId, step },
      language,
      zone,
      now: fired,
      notAfter: expiresAt,
    })
  }
  return guardians.length
}

const expire = async (tx: Transaction, { last }: Facts): Promise<Outcome> => {
  if (last?.status !== 'OFFERED') return skipped(`the offer is ${last?.status}`)
  await endOffer(tx, await loadOffer(tx, last.id), 'EXPIRED')
  await reportReleased(tx, await giveUpHold(tx, last.appointmentId), 'EXPIRED')
  return done('nobody answered in time: the entry waits again')
}

interface Quiet {
  quietFrom: string | null
  quietUntil: string | null
}

const SLOT = `
  SELECT f.id, f.status, f.provider_id AS "providerId", f.location_id AS "locationId", f.service_id AS "serviceId",
         f.starts_at AS "startsAt", f.zone, f.created_at AS "createdAt", a.child_id AS "childId",
         l.name AS "locationName", l.phone AS "locationPhone",
         t.quiet_hours_from AS "quietFrom", t.quiet_hours_until AS "quietUntil"
  FROM freed_slots f JOIN tenants t ON t.tenant_id = f.tenant_id
  JOIN appointments a ON a.tenant_id = f.tenant_id AND a.id = f.appointment_id
  JOIN locations l ON l.tenant_id = f.tenant_id AND l.id = f.location_id
  WHERE f.tenant_id = $1 AND f.id = $2 FOR UPDATE OF f`

const OFFERS = `
  SELECT id, status, expires_at AS "expiresAt", decided_at AS "decidedAt", appointment_id AS "appointmentId"
  FROM waitlist_offers WHERE tenant_id = $1 AND freed_slot_id = $2 ORDER BY created_at, id`

const CHILD = `SELECT first_name AS "firstName" FROM children WHERE tenant_id = $1 AND id = $2`

const CLOSE = `UPDATE freed_slots SET status = 'CLOSED' WHERE tenant_id = $1 AND id = $2`
