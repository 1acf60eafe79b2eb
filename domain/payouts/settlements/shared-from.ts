import { isChargeable } from '#receivables/orders/rules.ts'
import type { Recognition } from '../split-terms/rules.ts'

/** What has become of the visit that a payment is for, and of its order's money. */
export interface Delivery {
  capturedAt: Date
  /** The purpose of its order. */
  purpose: string
  status: string
  absentParty: string | null
  statusChangedAt: Date
  /** The fee that the centre keeps from what was paid for a visit that did not take place. */
  keptMinor: number
  /** What all payments of the order captured, without what was returned. */
  leftOfOrder: number
  lastReturnAt: Date | null
}

/**
 * When a settlement may share a payment; null while it waits. Money is delivered when the visit is completed or
 * the family missed it. A fee is delivered when it is paid. Of a visit that was called off, only the fee is kept,
 * so its payments wait until the rest has been returned.
 */
export const sharedFrom = (payment: Delivery, recognition: Recognition): Date | null => {
  const { capturedAt, purpose, status, statusChangedAt, lastReturnAt } = payment
  if (recognition === 'PAYMENT' || purpose !== 'SERVICE') return capturedAt
  if (status === 'COMPLETED' || (status === 'NO_SHOW' && isChargeable(payment)))
    return latest(capturedAt, statusChangedAt)
  if (isChargeable(payment) || status === 'HELD') return null
  return payment.leftOfOrder <= payment.keptMinor
    ? latest(capturedAt, statusChangedAt, lastReturnAt)
    : null
}

const latest = (...instants: (Date | null)[]): Date =>
  new Date(Math.max(...instants.map((instant) => instant?.getTime() ?? 0)))
