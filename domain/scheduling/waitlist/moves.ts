import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { inZone } from '#platform/core/time/time.ts'
import { waitlistEvents } from './events.ts'
import { EntryStatus, OfferStatus } from './rules.ts'
import type { OfferRow } from './schemas.ts'
import { waitlistOfferWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'

export const entryMoves = defineMoves()({
  noun: 'A waitlist entry',
  subject: 'waitlistEntry',
  states: EntryStatus,
  initial: ['WAITING'],
  elsewhere: { OFFERED: 'an offer', BOOKED: 'an offer that is accepted' },
  waits: {
    WAITING: 'a slot that becomes free is offered to it without a person',
    OFFERED: 'the family answers the offer, which expires otherwise',
    BOOKED: ENDED,
    CANCELLED: ENDED,
  },
  moves: {
    patch: { from: ['WAITING', 'OFFERED'] },
    cancel: { from: ['WAITING', 'OFFERED'], to: 'CANCELLED' },
  },
})

const offerFacts = ({ id, entryId, entry, freedSlot }: OfferRow) => ({
  offerId: id,
  entryId,
  childId: entry.childId,
  providerId: freedSlot.providerId,
  locationId: freedSlot.locationId,
  startsAt: inZone(freedSlot.startsAt, freedSlot.timeZone),
})

const wakes = [waking<OfferRow>(waitlistOfferWorkflow, ({ freedSlotId }) => freedSlotId)]

export const offerMoves = defineMoves<OfferRow>()({
  noun: 'An offer',
  subject: 'waitlistOffer',
  states: OfferStatus,
  initial: ['OFFERED'],
  waits: {
    OFFERED: { followUp: 'waitlistOffer' },
    BOOKED: ENDED,
    DECLINED: 'the slot is offered to the next entry without a person',
    EXPIRED: 'the slot is offered to the next entry without a person',
    WITHDRAWN: 'the slot is offered to the next entry without a person',
  },
  moves: {
    accept: {
      from: ['OFFERED'],
      to: 'BOOKED',
      event: announcing(waitlistEvents['waitlist.booked'], (offer) => ({
        ...offerFacts(offer),
        appointmentId: offer.appointmentId,
      })),
      wakes,
    },
    decline: {
      from: ['OFFERED'],
      to: 'DECLINED',
      event: announcing(waitlistEvents['waitlist.declined'], offerFacts),
      wakes,
    },
    expire: {
      from: ['OFFERED'],
      to: 'EXPIRED',
      event: announcing(waitlistEvents['waitlist.expired'], offerFacts),
      wakes,
      byPlatform: true,
    },
    /** The entry of the offer was cancelled. */
    withdraw: {
      from: ['OFFERED'],
      to: 'WITHDRAWN',
      event: announcing(waitlistEvents['waitlist.withdrawn'], offerFacts),
      wakes,
      byPlatform: true,
    },
  },
})
