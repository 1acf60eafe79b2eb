import type { Stripe } from 'stripe'
import type { DisputeState } from './dispute-state.ts'

const STATUS: Readonly<Record<string, Pick<DisputeState, 'status' | 'isInquiry'>>> = {
  warning_needs_response: { status: 'NEEDS_RESPONSE', isInquiry: true },
  warning_under_review: { status: 'UNDER_REVIEW', isInquiry: true },
  warning_closed: { status: 'CLOSED', isInquiry: true },
  prevented: { status: 'CLOSED', isInquiry: true },
  needs_response: { status: 'NEEDS_RESPONSE', isInquiry: false },
  under_review: { status: 'UNDER_REVIEW', isInquiry: false },
  won: { status: 'WON', isInquiry: false },
  lost: { status: 'LOST', isInquiry: false },
  appeal_needs_response: { status: 'LOST', isInquiry: false },
  appeal_under_review: { status: 'LOST', isInquiry: false },
}

/** A dispute of Stripe in our words. */
export const disputeStateOf = (dispute: Stripe.Dispute): DisputeState => {
  const known = STATUS[dispute.status]
  if (!known) throw new TypeError(`A dispute is ${dispute.status}`)
  const { id: reference, amount: amountMinor, currency, reason, evidence_details } = dispute
  const due = evidence_details.due_by
  return {
    ...known,
    reference,
    reason,
    amountMinor,
    currency: currency.toUpperCase(),
    ...movedBy(dispute),
    dueAt: due === null ? null : new Date(due * 1000),
  }
}

/** The account can be in another currency than the payment: then all was taken, or given back. */
const movedBy = ({ amount, currency, balance_transactions: moves }: Stripe.Dispute) => {
  const [first] = moves
  if (!first) return { withdrawnMinor: 0, withheldMinor: 0, fee: null }
  const taken = sum(moves.filter((it) => it.amount < 0).map((it) => -it.amount))
  const back = sum(moves.filter((it) => it.amount > 0).map((it) => it.amount))
  const isOwn = first.currency === currency
  return {
    withdrawnMinor: isOwn ? taken : taken > 0 ? amount : 0,
    withheldMinor: isOwn ? taken - back : taken > back ? amount : 0,
    fee: { amountMinor: sum(moves.map((it) => it.fee)), currency: first.currency.toUpperCase() },
  }
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)
