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
      'Offers the lead to one provider, who gets an e-mail with a link and can answer until the offer expires. The page does not name anybody. If the provider declines or does not answer, the lead is offered to the next provider of the match.',
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
    summary: 'Retrieve a lead offer',
    description: 'Returns the provider who was asked, when the offer expires, and the answer.',
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
    summary: 'Accept a lead offer',
    description:
      'Accepts the offer on behalf of its provider, who takes the family; the centre can then convert the lead. Fails with `slot_unavailable` if the provider has since been suspended.',
    errors: [...TRANSITION_ERRORS, 'slot_unavailable'],
    example: { status: 'ACCEPTED', decidedAt: EXAMPLE_INSTANT },
    run: (ctx, { params, version }) => acceptLeadOffer(ctx, { ...params, version }),
  }),
  operation({
    ...decision,
    id: 'declineLeadOffer',
    path: '/v1/lead-offers/{id}/decline',
    summary: 'Decline a lead offer',
    description:
      'Declines the offer on behalf of its provider. If `passesOn` is set, the lead is offered to the next provider of the match.',
    errors: TRANSITION_ERRORS,
    example: { status: 'DECLINED', decidedAt: EXAMPLE_INSTANT },
    run: (ctx, { params, version }) => declineLeadOffer(ctx, { ...params, version }),
  }),
  operation({
    ...decision,
    id: 'withdrawLeadOffer',
    path: '/v1/lead-offers/{id}/withdraw',
    summary: 'Withdraw a lead offer',
    description:
      'You can also withdraw an accepted offer. The lead can then be offered to another provider.',
    errors: TRANSITION_ERRORS,
    example: { status: 'WITHDRAWN', decidedAt: EXAMPLE_INSTANT },
    run: (ctx, { params, version }) => withdrawLeadOffer(ctx, { ...params, version }),
  }),
]
