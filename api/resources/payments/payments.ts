import { createPayment } from '#payments/payments/create-payment.ts'
import { getPayment, listPayments, PaymentQuery } from '#payments/payments/queries.ts'
import { CreatePayment, Payment } from '#payments/payments/schemas.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Payments'

export const paymentOperations = [
  operation({
    id: 'createPayment',
    method: 'post',
    path: '/v1/payments',
    tag,
    summary: 'Pay an order, or several',
    description:
      'All that is outstanding of the order, or a part (`amount`); or several orders of one payer (`allocations`), by one capture: each has a payment of its own, which is refunded by itself, and the first is answered. Answers PROCESSING; the gateway is asked afterwards. CASH, BANK_TRANSFER and INSURER are recorded, CREDIT is taken from a credit balance; both answer SUCCEEDED. What is being paid counts, so that nobody pays more than is owed. `appointment_not_chargeable` when the order is of an appointment that is off. `payment.succeeded` or `payment.failed` tells the result.',
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
    description: 'Newest first, with those that failed.',
    permission: 'payments:read',
    query: PaymentQuery,
    status: 200,
    response: pageOf(Payment),
    run: (ctx, { query }) => listPayments(ctx, query),
  }),
  operation({
    id: 'getPayment',
    method: 'get',
    path: '/v1/payments/{id}',
    tag,
    summary: 'Retrieve a payment',
    description: 'Ask again until the gateway has decided, or wait for its event.',
    permission: 'payments:read',
    params: idParam('payment'),
    status: 200,
    response: Payment,
    errors: ['not_found'],
    run: (ctx, { params }) => getPayment(ctx, params),
  }),
]
