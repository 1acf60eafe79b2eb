import { acceptDispute } from '#payments/disputes/accept-dispute.ts'
import { DisputeEvidence } from '#payments/disputes/dispute-evidence.ts'
import { DisputeQuery, getDispute, listDisputes } from '#payments/disputes/queries.ts'
import { Dispute } from '#payments/disputes/schemas.ts'
import { submitDisputeEvidence } from '#payments/disputes/submit-dispute-evidence.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Disputes', about: 'Payments that payers dispute with their banks.' }
const params = idParam('dispute')
const ANSWER_ERRORS = [...TRANSITION_ERRORS, 'dispute_not_answerable'] as const

export const disputeOperations = [
  operation({
    id: 'listDisputes',
    method: 'get',
    path: '/v1/disputes',
    tag,
    summary: 'List disputes',
    description:
      'Newest first, including closed disputes. A dispute begins when a payer asks their bank to return a payment; `payment.disputed` reports it.',
    permission: 'disputes:read',
    query: DisputeQuery,
    status: 200,
    response: pageOf(Dispute),
    run: (ctx, { query }) => listDisputes(ctx, query),
  }),
  operation({
    id: 'getDispute',
    method: 'get',
    path: '/v1/disputes/{id}',
    tag,
    summary: 'Retrieve a dispute',
    description:
      'Returns its status at the gateway, the disputed amount, and the deadline for evidence.',
    permission: 'disputes:read',
    params,
    status: 200,
    response: Dispute,
    errors: ['not_found'],
    run: (ctx, { params }) => getDispute(ctx, params),
  }),
  operation({
    id: 'submitDisputeEvidence',
    method: 'post',
    path: '/v1/disputes/{id}/evidence',
    tag,
    summary: 'Submit evidence for a dispute',
    description:
      'Sends texts and invoices to the bank. You can submit only once and cannot add anything later. `response` shows whether the gateway accepted the evidence; if it did not, you can submit again.',
    permission: ['disputes:write', 'invoices:read'],
    params,
    body: DisputeEvidence,
    status: 200,
    response: Dispute,
    errors: [...ANSWER_ERRORS, 'invalid_reference'],
    run: (ctx, { params, version, body }) =>
      submitDisputeEvidence(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'acceptDispute',
    method: 'post',
    path: '/v1/disputes/{id}/accept',
    tag,
    summary: 'Accept a dispute',
    description:
      'Gives up the payment: the payer keeps the money, and the dispute becomes LOST once the gateway confirms it. You cannot accept an inquiry; refund the payment instead.',
    permission: 'disputes:write',
    params,
    status: 200,
    response: Dispute,
    errors: ANSWER_ERRORS,
    run: (ctx, { params, version }) => acceptDispute(ctx, { ...params, version }),
  }),
]
