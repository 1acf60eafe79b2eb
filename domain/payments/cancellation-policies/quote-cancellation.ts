import { inZone } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { FeeQuote } from './decide-fee.ts'
import { termsInForce } from './queries.ts'
import { feeAmount, lateWindow, type Fee, type PolicyTerms, type Window } from './rules.ts'

/** The facts of an appointment that affect its terms. */
interface FeeTerms {
  serviceId: string | null
  locationId: string
  status: string
  startsAt: Date
  timeZone: string
  amountMinor: number | null
  currency: string | null
}

/**
 * Determines from the policy in force whether a cancellation is late. A fee applies only if the client cancels,
 * and only after confirmation.
 */
export const quoteCancellation = async (
  tx: Reader,
  appointment: FeeTerms,
  initiator: 'CLIENT' | 'PROVIDER' | 'ORGANIZATION',
): Promise<{ late: boolean; quote: FeeQuote }> => {
  const terms = await termsInForce(tx, appointment)
  const { startsAt, timeZone, status } = appointment
  const late = lateWindow(terms.windows, startsAt, timeZone, tx.now)
  const charged = initiator === 'CLIENT' && status !== 'PENDING_CONFIRMATION' && late
  const fee = charged ? late.window.fee : {}
  const freeUntilAt = late ? inZone(late.deadline, timeZone) : null
  const quote = { ...quoteOf(fee, appointment, terms, late?.window), freeUntilAt }
  return { late: late !== undefined, quote }
}

/** An absent client is charged according to the policy in force; an absent provider causes no fee. */
export const quoteNoShow = async (
  tx: Reader,
  appointment: FeeTerms,
  absentParty: 'CLIENT' | 'PROVIDER',
): Promise<FeeQuote> => {
  const terms = await termsInForce(tx, appointment)
  const fee = (absentParty === 'CLIENT' && terms.noShowFee) || {}
  return { ...quoteOf(fee, appointment, terms), freeUntilAt: null }
}

const quoteOf = (
  fee: Fee,
  appointment: FeeTerms,
  terms: PolicyTerms,
  window?: Window,
): Omit<FeeQuote, 'freeUntilAt'> => {
  const { amountMinor: amount, currency } = feeAmount(fee, appointment, terms.currency)
  const { percent = null } = fee.amount === undefined ? fee : {}
  const price = percent === null ? null : appointment.amountMinor
  const basis = amount === 0 ? null : { ...beginningOf(window), percent, price }
  return { amount, currency, policyId: terms.id, basis }
}

const beginningOf = (window: Window | undefined) => ({
  notice: window?.notice ?? null,
  atTime: window?.atTime ?? null,
})
