import { authorize } from '#platform/core/access/permissions.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf, touched } from '#platform/core/records/record-ref.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { serviceName } from '#receivables/orders/order-draft.ts'
import { insertOrder } from '#receivables/orders/insert-order.ts'
import { moveOrder } from '#receivables/orders/move-order.ts'
import { loadOrder } from '#receivables/orders/queries.ts'
import type { OrderPurpose } from '#receivables/orders/rules.ts'
import {
  findServiceOrder,
  lockServiceOrder,
  orderHold,
  paidOf,
  type OrderHold,
} from '#receivables/orders/order-hold.ts'
import { AppointmentFee } from './appointment-fee.ts'
import { tellOfFee } from './tell-of-fee.ts'

/** What happens to the fee for a no-show. */
export type Charging = 'NONE' | 'PROPOSE' | 'CHARGE'

/** The fee according to the terms, before a decision. */
export type FeeQuote = Pick<
  AppointmentFee,
  'amount' | 'currency' | 'policyId' | 'basis' | 'freeUntilAt'
>

/** The facts of an appointment that affect its fee. */
interface FeeCharge {
  id: string
  childId: string
  serviceId: string | null
  type: string
}

/** Decides a fee without writing anything, so a dry run can use it too. */
export const decideFee = async (
  tx: Transaction,
  { id }: FeeCharge,
  quote: FeeQuote,
  { waived }: { waived: boolean },
): Promise<AppointmentFee> => {
  const decided = (decision: AppointmentFee['decision'], orderId: string | null = null) => ({
    ...quote,
    policyAmount: null,
    decision,
    orderId,
    waiver: decision === 'WAIVED' ? { waivedBy: tx.actor.id, waivedAt: utc(tx.now) } : null,
  })
  if (!quote.amount) return decided('NONE')
  if (waived) return decided('WAIVED')
  const order = await lockServiceOrder(tx, id)
  if (order && (await orderHold(tx, order.id)))
    return { ...decided('PREPAID', order.id), ...(await keptOf(tx, order, quote)) }
  return decided('CHARGED', newId('order'))
}

/** Decides the fee for an automatic no-show, which may leave the decision to a person. */
export const decideNoShowFee = async (
  tx: Transaction,
  appointment: FeeCharge,
  quote: FeeQuote,
  charging: Charging,
): Promise<AppointmentFee> => {
  if (charging === 'NONE') return uncharged(quote)
  const fee = await decideFee(tx, appointment, quote, { waived: false })
  return charging === 'PROPOSE' && fee.decision === 'CHARGED'
    ? { ...fee, decision: 'PROPOSED', orderId: null }
    : fee
}

/** The decision as of now. Takes no locks, so reads can use it. */
export const previewFee = async (
  reader: Reader,
  { id }: FeeCharge,
  quote: FeeQuote,
  charging: Charging,
): Promise<AppointmentFee> => {
  if (charging === 'NONE') return uncharged(quote)
  const shown = { ...quote, policyAmount: null, orderId: null, waiver: null }
  if (!quote.amount) return { ...shown, decision: 'NONE' }
  const order = await findServiceOrder(reader, id)
  if (order && (await orderHold(reader, order.id)))
    return {
      ...shown,
      decision: 'PREPAID',
      orderId: order.id,
      ...(await keptOf(reader, order, quote)),
    }
  return { ...shown, decision: charging === 'PROPOSE' ? 'PROPOSED' : 'CHARGED' }
}

/**
 * The part of paid or pending money that is kept for the fee. A fee in another currency is not deducted; a
 * person decides.
 */
const keptOf = async (
  reader: Reader,
  { id, currency }: { id: string; currency: string },
  quote: FeeQuote,
): Promise<Pick<AppointmentFee, 'amount' | 'policyAmount'>> => {
  const { amount } = quote
  if (amount === null || currency !== quote.currency) return { amount, policyAmount: null }
  const paid = await paidOf(reader, id)
  return paid < amount ? { amount: paid, policyAmount: amount } : { amount, policyAmount: null }
}

const uncharged = (quote: FeeQuote): AppointmentFee => ({
  ...quote,
  amount: 0,
  policyAmount: null,
  basis: null,
  decision: 'NONE',
  orderId: null,
  waiver: null,
})

/** Creates the order for a decided fee. */
export const settleFee = async (
  tx: Transaction,
  appointment: FeeCharge,
  fee: AppointmentFee,
  purpose: Exclude<OrderPurpose, 'SERVICE'>,
): Promise<void> => {
  const { decision, orderId, amount, currency } = fee
  if (decision !== 'CHARGED' || orderId === null || amount === null || currency === null) return
  const what = purpose === 'NO_SHOW_FEE' ? 'No-show' : 'Late cancellation'
  const draft = {
    childId: appointment.childId,
    appointmentId: appointment.id,
    currency,
    lines: [
      {
        serviceId: appointment.serviceId,
        description: `${what}: ${await serviceName(tx, appointment)}`,
        quantity: 1,
        unitAmountMinor: amount,
      },
    ],
  }
  const { clientId } = await insertOrder(tx, draft, { id: orderId, purpose })
  await tellOfFee(tx, { appointmentId: appointment.id, orderId, amount, currency, clientId })
}

/** Charges a cancellation fee that was to be kept from an order's payment, after that payment failed. */
export const chargeInstead = async (
  tx: Transaction,
  appointment: FeeCharge & { status: string; fee: unknown },
  orderId: string,
): Promise<void> => {
  const fee = fromJson(Recorded, appointment.fee)
  if (appointment.status !== 'CANCELLED' || fee?.decision !== 'PREPAID' || fee.orderId !== orderId)
    return
  const charged: AppointmentFee = {
    ...fee,
    amount: fee.policyAmount ?? fee.amount,
    policyAmount: null,
    decision: 'CHARGED',
    orderId: newId('order'),
  }
  await tx.db.appointment.update({
    where: keyOf(tx, appointment.id),
    data: { fee: charged, ...touched(tx) },
  })
  tx.changed({ type: 'appointment', id: appointment.id }, { fee }, { fee: charged })
  await settleFee(tx, appointment, charged, 'CANCELLATION_FEE')
}

/** Cancels the order of an appointment that will not take place. If it is paid or being paid, returns it instead. */
export const withdrawServiceOrder = async (
  tx: Transaction,
  appointmentId: string,
): Promise<string | undefined> => {
  const order = await lockServiceOrder(tx, appointmentId)
  if (!order) return undefined
  if (await orderHold(tx, order.id)) return order.id
  await moveOrder(tx, order.id, 'cancel')
  return undefined
}

/** Cancels a charged fee that is unpaid. Throws `fee_paid` or `payment_in_flight` otherwise. */
export const withdrawFee = async (tx: Transaction, fee: AppointmentFee | null): Promise<void> => {
  const hold = await withdrawUnpaidFee(tx, fee)
  if (!hold) return
  const { isPaid, paymentId } = hold
  const message = isPaid
    ? `The fee was paid with payment ${paymentId}. Refund the whole payment first: POST /v1/payments/${paymentId}/refunds.`
    : `The fee (order ${fee?.orderId}) is being paid. Wait for the result.`
  throw new DomainError(isPaid ? 'fee_paid' : 'payment_in_flight', message, {
    extra: { orderId: fee?.orderId, paymentId },
  })
}

/**
 * Cancels a charged fee if it is unpaid. Otherwise leaves and returns it. Every verb that does so needs the
 * permission to waive fees.
 */
export const withdrawUnpaidFee = async (
  tx: Transaction,
  fee: AppointmentFee | null,
): Promise<OrderHold | undefined> => {
  if (fee?.decision !== 'CHARGED' || fee.orderId === null) return undefined
  await lockRecord(tx, 'orders', fee.orderId)
  const { status } = await loadOrder(tx, fee.orderId)
  if (['CANCELLED', 'REFUNDED', 'WRITTEN_OFF'].includes(status)) return undefined
  authorize(tx.actor, 'fee-waivers:write')
  const hold = await orderHold(tx, fee.orderId)
  if (!hold) await moveOrder(tx, fee.orderId, 'cancel')
  return hold
}

/** Members about a fee in events. */
export const feeFacts = ({ decision, amount, currency, orderId }: AppointmentFee) => ({
  decision,
  amount,
  currency,
  orderId,
})

const Recorded = AppointmentFee.nullable()
