import { expect, test } from 'vitest'
import { sharedFrom, type Delivery } from '#payouts/settlements/shared-from.ts'

const day = (date: number) => new Date(Date.UTC(2026, 10, date))

/** Paid on the 1st for a visit that was completed on the 10th. */
const COMPLETED: Delivery = {
  capturedAt: day(1),
  purpose: 'SERVICE',
  status: 'COMPLETED',
  absentParty: null,
  statusChangedAt: day(10),
  keptMinor: 0,
  leftOfOrder: 10_000,
  lastReturnAt: null,
}
const OFF = { ...COMPLETED, status: 'CANCELLED' }

test.each<[string, Partial<Delivery>, number | null]>([
  ['completed', {}, 10],
  ['completed, and paid later', { capturedAt: day(20) }, 20],
  ['confirmed', { status: 'CONFIRMED' }, null],
  ['checked in', { status: 'CHECKED_IN' }, null],
  ['missed by the family', { status: 'NO_SHOW', absentParty: 'CLIENT' }, 10],
  ['missed by the provider', { status: 'NO_SHOW', absentParty: 'PROVIDER' }, null],
  [
    'missed by the provider, and returned',
    { status: 'NO_SHOW', absentParty: 'PROVIDER', leftOfOrder: 0, lastReturnAt: day(12) },
    12,
  ],
  ['cancelled, and not returned', { ...OFF, keptMinor: 5_000 }, null],
  [
    'cancelled, and returned except for the fee',
    { ...OFF, keptMinor: 5_000, leftOfOrder: 5_000, lastReturnAt: day(12) },
    12,
  ],
  ['cancelled, with a fee of the whole price', { ...OFF, keptMinor: 10_000 }, 10],
  [
    'cancelled, returned, and the bank returned the refund',
    { ...OFF, leftOfOrder: 10_000, lastReturnAt: null },
    null,
  ],
  ['entered in error', { ...OFF, status: 'ENTERED_IN_ERROR' }, null],
  ['held', { ...OFF, status: 'HELD', leftOfOrder: 0 }, null],
  ['a fee for a cancellation', { ...OFF, purpose: 'CANCELLATION_FEE' }, 1],
  ['a fee for a no-show', { status: 'NO_SHOW', purpose: 'NO_SHOW_FEE' }, 1],
])('the payment of a visit that was %s', (_, more, since) => {
  const payment = { ...COMPLETED, ...more }
  expect(sharedFrom(payment, 'DELIVERY')).toEqual(since === null ? null : day(since))
  expect(sharedFrom(payment, 'PAYMENT')).toEqual(payment.capturedAt)
})
