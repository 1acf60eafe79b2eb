import { orderMoves } from '#receivables/orders/moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import type { Appointment, Order } from '#prisma/generated/client.ts'
import { DomainError, invalidReference } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { lockOrder } from '#receivables/orders/lock-order.ts'
import { assertChargeable } from '#receivables/orders/rules.ts'
import { inFlightOf } from './in-flight-of.ts'
import { allocationsOf, amountToPay, assertOneDebtor, type Allocation } from './rules.ts'
import type { CreatePayment } from './schemas.ts'

/** A locked order with its paid amount. */
export interface OrderToPay {
  order: Order
  appointment: Appointment | null
  amountMinor: number
}

/** The orders of a payment, as the request names them, locked in a fixed order. */
export const ordersToPay = async (
  tx: Transaction,
  input: Pick<CreatePayment, 'orderId' | 'amount' | 'allocations'>,
): Promise<[OrderToPay, ...OrderToPay[]]> => {
  const allocations = allocationsOf(input)
  const found = new Map<string, OrderToPay>()
  for (const allocation of allocations.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1)))
    found.set(allocation.orderId, await orderToPay(tx, allocation))
  const orders = allocations.map(({ orderId }) => found.get(orderId)!)
  assertOneDebtor(orders.map(({ order }) => order))
  return orders as [OrderToPay, ...OrderToPay[]]
}

const orderToPay = async (
  tx: Transaction,
  { orderId, amount, path }: Allocation,
): Promise<OrderToPay> => {
  const found = await lockOrder(tx, orderId)
  if (!found) throw invalidReference(path, 'order')
  const { order, appointment } = found
  if (order.amountMinor === 0)
    throw new DomainError(
      'nothing_to_pay',
      'The amount of the order is 0, so there is nothing to pay.',
    )
  assertMove(orderMoves, 'pay', order)
  if (appointment && order.purpose === 'SERVICE') assertChargeable(appointment)
  return { ...found, amountMinor: amountToPay(order, await inFlightOf(tx, orderId), amount, path) }
}
