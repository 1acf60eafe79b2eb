import { createRefund } from '#payments/refunds/create-refund.ts'
import { getRefund, listRefunds, RefundQuery } from '#payments/refunds/queries.ts'
import { BegunRefund, CreateRefund, Refund, RefundTotal } from '#payments/refunds/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, pageOf, totalsOf } from '../../http/shapes.ts'

const tag = 'Payments'

export const refundOperations = [
  operation({
    id: 'createRefund',
    method: 'post',
    path: '/v1/payments/{id}/refunds',
    tag,
    summary: 'Refund a payment',
    description:
      'Refunds the payment in full or in part, either in the way it was paid or as credit (`method`), which is granted immediately. The response has status PROCESSING until the gateway answers; `payment.refunded` or `payment.refund_failed` reports the result, and you can repeat a failed refund. After a full refund the order is REFUNDED: you can create another order for its appointment, and undo a completion or fee that it paid. With `dryRun=true` you get the same response and nothing changes.',
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
    description: 'Newest first, including failed refunds.',
    permission: 'refunds:read',
    query: RefundQuery,
    status: 200,
    response: pageOf(Refund, totalsOf(RefundTotal)),
    run: (ctx, { query }) => listRefunds(ctx, query),
  }),
  operation({
    id: 'getRefund',
    method: 'get',
    path: '/v1/refunds/{id}',
    tag,
    summary: 'Retrieve a refund',
    description:
      'Poll this operation until the gateway has reported the result, or wait for the event of the payment.',
    permission: 'refunds:read',
    params: idParam('refund'),
    status: 200,
    response: Refund,
    errors: ['not_found'],
    run: (ctx, { params }) => getRefund(ctx, params),
  }),
]
