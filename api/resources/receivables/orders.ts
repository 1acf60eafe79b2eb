import { cancelOrder } from '#receivables/orders/cancel-order.ts'
import { createOrder } from '#receivables/orders/create-order.ts'
import { getOrder, listOrders, OrderQuery } from '#receivables/orders/queries.ts'
import { CreateOrder, Order, OrderTotal } from '#receivables/orders/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf, totalsOf } from '../../http/shapes.ts'

const tag = { name: 'Orders', about: 'What clients and other payers owe.' }
const params = idParam('order')

export const orderOperations = [
  operation({
    id: 'createOrder',
    method: 'post',
    path: '/v1/orders',
    tag,
    summary: 'Create an order',
    description:
      'To charge an appointment at its price, send `appointmentId`. To charge a child, a payer or both for anything else, send `lines`. Each line is rounded once, half up: first the discount, then the tax on the remainder. The order’s amount is the sum of its lines.',
    permission: 'orders:write',
    body: CreateOrder,
    status: 201,
    response: Order,
    errors: [
      'discount_code_refused',
      'appointment_covered',
      'invalid_reference',
      'already_exists',
      'appointment_not_chargeable',
    ],
    events: ['order.created'],
    run: (ctx, { body }) => createOrder(ctx, body),
  }),
  operation({
    id: 'listOrders',
    method: 'get',
    path: '/v1/orders',
    tag,
    summary: 'List orders',
    description: 'Newest first, in every status unless you filter.',
    permission: 'orders:read',
    query: OrderQuery,
    status: 200,
    response: pageOf(Order, totalsOf(OrderTotal)),
    run: (ctx, { query }) => listOrders(ctx, query),
  }),
  operation({
    id: 'getOrder',
    method: 'get',
    path: '/v1/orders/{id}',
    tag,
    summary: 'Retrieve an order',
    description: 'Returns the charges, who owes them, and whether they are paid.',
    permission: 'orders:read',
    params,
    status: 200,
    response: Order,
    errors: ['not_found'],
    run: (ctx, { params }) => getOrder(ctx, params),
  }),
  operation({
    id: 'cancelOrder',
    method: 'post',
    path: '/v1/orders/{id}/cancel',
    tag,
    summary: 'Cancel an order',
    description:
      'You can cancel an order only if no payment is in progress, everything paid has been refunded, and no issued invoice includes the order. To cancel the order of a cancellation or no-show fee, you also need `fee-waivers:write`.',
    permission: 'orders:write',
    params,
    status: 200,
    response: Order,
    example: { status: 'CANCELLED' },
    errors: [
      ...TRANSITION_ERRORS,
      'payment_in_flight',
      'order_paid_in_part',
      'order_invoiced',
      'package_in_use',
    ],
    events: ['order.updated'],
    run: (ctx, { params, version }) => cancelOrder(ctx, { ...params, version }),
  }),
]
