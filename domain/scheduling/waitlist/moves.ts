import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { inZone } from '#platform/core/time/time.ts'
import { waitlistEvents } from './events.ts'
import { EntryStatus, OfferStatus } from './rules.ts'
import type { OfferRow } from './schemas.ts'
import { waitlistOfferWorkflow } from './workflows.ts'

export const entryMoves = defineMoves()({
  noun: 'A waitlist entry',
  subject: 'waitlistEntry',
  states: EntryStatus,
  initial: ['WAITING'],
  elsewhere: { OFFERED: 'an offer', BOOKED: 'an offer that is accepted' },
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
