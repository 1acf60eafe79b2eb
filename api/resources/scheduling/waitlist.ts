import { acceptOffer } from '#scheduling/waitlist/accept-offer.ts'
import { cancelWaitlistEntry } from '#scheduling/waitlist/cancel-waitlist-entry.ts'
import { createWaitlistEntry } from '#scheduling/waitlist/create-waitlist-entry.ts'
import { declineOffer } from '#scheduling/waitlist/decline-offer.ts'
import { patchWaitlistEntry } from '#scheduling/waitlist/patch-waitlist-entry.ts'
import {
  getWaitlistEntry,
  getWaitlistOffer,
  listWaitlistEntries,
  listWaitlistOffers,
  WaitlistOfferQuery,
  WaitlistQuery,
} from '#scheduling/waitlist/queries.ts'
import {
  CreatedWaitlistEntry,
  CreateWaitlistEntry,
  PatchWaitlistEntry,
  WaitlistEntry,
  WaitlistOffer,
} from '#scheduling/waitlist/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Waitlist',
  about: 'Families who wait for an appointment, and the freed slots that are offered to them.',
}
const params = idParam('waitlistEntry')
const offerParams = idParam('waitlistOffer')

export const waitlistOperations = [
  operation({
    id: 'createWaitlistEntry',
    method: 'post',
    path: '/v1/waitlist-entries',
    tag,
    summary: 'Put a child on the waitlist',
    description:
      'When a slot becomes free, it is held for one entry at a time, by priority, fit and time on the waitlist: guardians get an e-mail with a link and up to two hours to answer. Only slots that can be booked are offered.',
    permission: 'appointments:write',
    body: CreateWaitlistEntry,
    status: 201,
    response: CreatedWaitlistEntry,
    errors: ['invalid_reference', 'child_discharged'],
    run: (ctx, { body }) => createWaitlistEntry(ctx, body),
  }),
  operation({
    id: 'listWaitlistEntries',
    method: 'get',
    path: '/v1/waitlist-entries',
    tag,
    summary: 'List the waitlist',
    description:
      'Newest first. Slots are not offered in this order, but by priority, fit and time on the waitlist.',
    permission: 'appointments:read',
    query: WaitlistQuery,
    status: 200,
    response: pageOf(WaitlistEntry),
    run: (ctx, { query }) => listWaitlistEntries(ctx, query),
  }),
  operation({
    id: 'getWaitlistEntry',
    method: 'get',
    path: '/v1/waitlist-entries/{id}',
    tag,
    summary: 'Retrieve a waitlist entry',
    description:
      'Returns what the family is waiting for, and whether a slot is being offered to it now.',
    permission: 'appointments:read',
    params,
    status: 200,
    response: WaitlistEntry,
    errors: ['not_found'],
    run: (ctx, { params }) => getWaitlistEntry(ctx, params),
  }),
  operation({
    id: 'patchWaitlistEntry',
    method: 'patch',
    path: '/v1/waitlist-entries/{id}',
    tag,
    summary: 'Change a waitlist entry',
    description: 'Applies from the next free slot on; a current offer is not affected.',
    permission: 'appointments:write',
    params,
    body: PatchWaitlistEntry,
    status: 200,
    response: WaitlistEntry,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    run: (ctx, { params, version, body }) =>
      patchWaitlistEntry(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'cancelWaitlistEntry',
    method: 'post',
    path: '/v1/waitlist-entries/{id}/cancel',
    tag,
    summary: 'Cancel a waitlist entry',
    description: 'Withdraws a current offer and offers its slot to the next family.',
    permission: 'appointments:write',
    params,
    status: 200,
    response: WaitlistEntry,
    example: { status: 'CANCELLED' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => cancelWaitlistEntry(ctx, { ...params, version }),
  }),
  operation({
    id: 'listWaitlistOffers',
    method: 'get',
    path: '/v1/waitlist-offers',
    tag,
    summary: 'List offers to the waitlist',
    description: 'Newest first, including declined and expired offers.',
    permission: 'appointments:read',
    query: WaitlistOfferQuery,
    status: 200,
    response: pageOf(WaitlistOffer),
    run: (ctx, { query }) => listWaitlistOffers(ctx, query),
  }),
  operation({
    id: 'getWaitlistOffer',
    method: 'get',
    path: '/v1/waitlist-offers/{id}',
    tag,
    summary: 'Retrieve an offer',
    description: 'Returns the offered slot, and the time until which the family can answer.',
    permission: 'appointments:read',
    params: offerParams,
    status: 200,
    response: WaitlistOffer,
    errors: ['not_found'],
    run: (ctx, { params }) => getWaitlistOffer(ctx, params),
  }),
  operation({
    id: 'acceptWaitlistOffer',
    method: 'post',
    path: '/v1/waitlist-offers/{id}/accept',
    tag,
    summary: 'Accept an offer',
    description:
      'Books the held slot, under the rules for booking a hold. The entry becomes BOOKED.',
    permission: 'appointments:write',
    params: offerParams,
    status: 200,
    response: WaitlistOffer,
    example: { status: 'BOOKED', decidedAt: EXAMPLE_INSTANT },
    errors: [
      ...TRANSITION_ERRORS,
      'hold_expired',
      'slot_unavailable',
      'consent_missing',
      'invalid_reference',
      'child_discharged',
    ],
    events: ['booking.created', 'waitlist.booked'],
    run: (ctx, { params, version }) => acceptOffer(ctx, { ...params, version }),
  }),
  operation({
    id: 'declineWaitlistOffer',
    method: 'post',
    path: '/v1/waitlist-offers/{id}/decline',
    tag,
    summary: 'Decline an offer',
    description: 'Offers the slot to the next family. The entry stays on the waitlist.',
    permission: 'appointments:write',
    params: offerParams,
    status: 200,
    response: WaitlistOffer,
    example: { status: 'DECLINED', decidedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['waitlist.declined', 'hold.released'],
    run: (ctx, { params, version }) => declineOffer(ctx, { ...params, version }),
  }),
]
