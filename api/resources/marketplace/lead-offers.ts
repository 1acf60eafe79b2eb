import { acceptLeadOffer } from '#marketplace/leads/offers/accept-lead-offer.ts'
import { declineLeadOffer } from '#marketplace/leads/offers/decline-lead-offer.ts'
import { offerLead } from '#marketplace/leads/offers/offer-lead.ts'
import { LeadOffer, OfferLead } from '#marketplace/leads/offers/schemas.ts'
import { getLeadOffer } from '#marketplace/leads/lead/queries.ts'
import { withdrawLeadOffer } from '#marketplace/leads/offers/withdraw-lead-offer.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam } from '../../http/shapes.ts'

const tag = 'Leads'
const params = idParam('leadOffer')
const permission = 'leads:write'

const decision = {
  method: 'post',
  tag,
  permission,
  params,
  status: 200,
  response: LeadOffer,
} as const

export const leadOfferOperations = [
  operation({
    id: 'offerLead',
    method: 'post',
    path: '/v1/leads/{id}/offers',
    tag,
    summary: 'Offer a lead to a provider',
    description:
      'Offers the lead to one provider, who gets an e-mail with a link and can answer until it expires. The page names nobody. If they decline or do not answer, the next provider of the match is asked.',
    permission,
    params: idParam('lead'),
    body: OfferLead,
    status: 201,
    response: LeadOffer,
    errors: [
      'not_found',
      'invalid_transition',
      'invalid_reference',
      'lead_offered',
      'nobody_to_ask',
      'slot_unavailable',
    ],
    run: (ctx, { params, body }) => offerLead(ctx, { ...params, offer: body }),
  }),
  operation({
    id: 'getLeadOffer',
    method: 'get',
    path: '/v1/lead-offers/{id}',
    tag,
    summary: 'Retrieve an offer of a lead',
    description: 'Returns who was asked, until when, and their answer.',
    permission: 'leads:read',
    params,
    status: 200,
    response: LeadOffer,
    errors: ['not_found'],
    run: (ctx, { params }) => getLeadOffer(ctx, params),
  }),
  operation({
    ...decision,
    id: 'acceptLeadOffer',
    path: '/v1/lead-offers/{id}/accept',
    summary: 'Accept an offer of a lead for its provider',
    description:
      'The provider takes the family, and the centre converts the lead. Fails with `slot_unavailable` if the provider has been suspended since.',
    errors: [...TRANSITION_ERRORS, 'slot_unavailable'],
    example: { status: 'ACCEPTED', decidedAt: EXAMPLE_INSTANT },
    run: (ctx, { params, version }) => acceptLeadOffer(ctx, { ...params, version }),
  }),
  operation({
    ...decision,
    id: 'declineLeadOffer',
    path: '/v1/lead-offers/{id}/decline',
    summary: 'Decline an offer of a lead for its provider',
    description: 'If the offer passes on, the next provider of the match is asked.',
    errors: TRANSITION_ERRORS,
    example: { status: 'DECLINED', decidedAt: EXAMPLE_INSTANT },
    run: (ctx, { params, version }) => declineLeadOffer(ctx, { ...params, version }),
  }),
  operation({
    ...decision,
    id: 'withdrawLeadOffer',
    path: '/v1/lead-offers/{id}/withdraw',
    summary: 'Withdraw an offer of a lead',
    description:
      'Also withdraws an accepted offer. The lead can then be offered to another provider.',
    errors: TRANSITION_ERRORS,
    example: { status: 'WITHDRAWN', decidedAt: EXAMPLE_INSTANT },
    run: (ctx, { params, version }) => withdrawLeadOffer(ctx, { ...params, version }),
  }),
]
