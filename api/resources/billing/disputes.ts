import { DisputeQuery, getDispute, listDisputes } from '#billing/disputes/queries.ts'
import { Dispute } from '#billing/disputes/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Disputes'
const params = idParam('dispute')

export const disputeOperations = [
  operation({
    id: 'listDisputes',
    method: 'get',
    path: '/v1/disputes',
    tag,
    summary: 'List disputes',
    description:
      'Newest first, with those that are over. A payer has their bank ask a payment back; `payment.disputed` tells of it.',
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
      'How it stands at the gateway, what the bank has of the payment, and until when evidence is taken.',
    permission: 'disputes:read',
    params,
    status: 200,
    response: Dispute,
    errors: ['not_found'],
    run: (ctx, { params }) => getDispute(ctx, params),
  }),
]
