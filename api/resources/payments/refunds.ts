import { createRefund } from '#payments/refunds/create-refund.ts'
import { getRefund, listRefunds, RefundQuery } from '#payments/refunds/queries.ts'
import { BegunRefund, CreateRefund, Refund } from '#payments/refunds/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Payments'

export const refundOperations = [
  operation({
    id: 'createRefund',
    method: 'post',
    path: '/v1/payments/{id}/refunds',
    tag,
    summary: 'Refund a payment',
    description:
      'In part or all of it, the way that it was paid, or as credit (`method`), which is granted at once. Answers PROCESSING; the gateway is asked afterwards. `payment.refunded` or `payment.refund_failed` tells the result; what failed can be refunded again. Once all of it is back, the order is REFUNDED: its appointment can be ordered anew, and a completion or a fee that it paid can be undone. With `dryRun=true` the answer is the same and nothing is done.',
    permission: ['refunds:write', 'payments:read'],
    params: idParam('payment'),
    query: DryRun,
    body: CreateRefund,
    status: 201,
    response: BegunRefund,
    errors: [
      ...TRANSITION_ERRORS,
      'refund_exceeds_payment',
      'payment_disputed',
      'payments_not_accepted',
    ],
    run: (ctx, { params, version, body, query }) =>
      createRefund(ctx, { ...params, version, ...body, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'listRefunds',
    method: 'get',
    path: '/v1/refunds',
    tag,
    summary: 'List refunds',
    description: 'Newest first, with those that failed.',
    permission: 'refunds:read',
    query: RefundQuery,
    status: 200,
    response: pageOf(Refund),
    run: (ctx, { query }) => listRefunds(ctx, query),
  }),
  operation({
    id: 'getRefund',
    method: 'get',
    path: '/v1/refunds/{id}',
    tag,
    summary: 'Retrieve a refund',
    description: 'Ask again until the gateway has decided, or wait for the event of its payment.',
    permission: 'refunds:read',
    params: idParam('refund'),
    status: 200,
    response: Refund,
    errors: ['not_found'],
    run: (ctx, { params }) => getRefund(ctx, params),
  }),
]
