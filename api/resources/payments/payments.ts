import { createPayment } from '#payments/payments/create-payment.ts'
import { getPayment, listPayments, PaymentQuery } from '#payments/payments/queries.ts'
import { CreatePayment, Payment, PaymentTotal } from '#payments/payments/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf, totalsOf } from '../../http/shapes.ts'

const tag = { name: 'Payments', about: 'Payments of orders through a gateway.' }

export const paymentOperations = [
  operation({
    id: 'createPayment',
    method: 'post',
    path: '/v1/payments',
    tag,
    summary: 'Pay one or more orders',
    description:
      'Pays the outstanding amount of an order, part of it (`amount`), or several orders of one payer in one capture (`allocations`). Each order gets its own payment, which can be refunded separately; the first one is returned. The response has status PROCESSING until the gateway answers; `payment.succeeded` or `payment.failed` reports the result. CASH, BANK_TRANSFER and INSURER payments are only recorded, and CREDIT is taken from a balance; these return SUCCEEDED. Payments in progress are counted, so an order cannot be overpaid. Fails with `appointment_not_chargeable` if the order is for a cancelled appointment.',
    permission: 'payments:write',
    body: CreatePayment,
    status: 201,
    response: Payment,
    errors: [
      'invalid_reference',
      'invalid_transition',
      'credit_exceeded',
      'already_exists',
      'payments_not_accepted',
      'nothing_to_pay',
      'payment_exceeds_order',
      'sandbox_not_allowed',
      'appointment_not_chargeable',
    ],
    run: (ctx, { body }) => createPayment(ctx, body),
  }),
  operation({
    id: 'listPayments',
    method: 'get',
    path: '/v1/payments',
    tag,
    summary: 'List payments',
    description: 'Newest first, including failed payments.',
    permission: 'payments:read',
    query: PaymentQuery,
    status: 200,
    response: pageOf(Payment, totalsOf(PaymentTotal)),
    run: (ctx, { query }) => listPayments(ctx, query),
  }),
  operation({
    id: 'getPayment',
    method: 'get',
    path: '/v1/payments/{id}',
    tag,
    summary: 'Retrieve a payment',
    description:
      'Poll this operation until the gateway has reported the result, or wait for the event.',
    permission: 'payments:read',
    params: idParam('payment'),
    status: 200,
    response: Payment,
    errors: ['not_found'],
    run: (ctx, { params }) => getPayment(ctx, params),
  }),
]
