import type { Stripe } from 'stripe'
import type { DisputeState } from './dispute-state.ts'
import type { DisputeAnswerRequest, GatewayResult } from './gateway.ts'

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

/** Converts a Stripe dispute. */
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

/** The account may have another currency than the payment; then the whole amount was withdrawn or returned. */
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

/** Stripe's fields for texts and documents, by kind of evidence. */
const PLACES = {
  texts: {
    SERVICE_DESCRIPTION: 'product_description',
    SERVICE_DATE: 'service_date',
    CANCELLATION_POLICY: 'cancellation_policy_disclosure',
    CANCELLATION_REBUTTAL: 'cancellation_rebuttal',
    REFUND_POLICY: 'refund_policy_disclosure',
    REFUND_REFUSAL: 'refund_refusal_explanation',
    DUPLICATE_EXPLANATION: 'duplicate_charge_explanation',
    OTHER: 'uncategorized_text',
  },
  files: {
    RECEIPT: 'receipt',
    SERVICE_DOCUMENTATION: 'service_documentation',
    DUPLICATE_DOCUMENTATION: 'duplicate_charge_documentation',
    OTHER: 'uncategorized_file',
  },
} as const satisfies Record<
  string,
  Readonly<Record<string, keyof Stripe.DisputeUpdateParams.Evidence>>
>

const placeOf = (group: keyof typeof PLACES, kind: string): string => {
  const places: Readonly<Record<string, string>> = PLACES[group]
  const place = places[kind]
  if (place === undefined) throw new TypeError(`Stripe has no place for ${group} of ${kind}`)
  return place
}

/**
 * Answers a dispute once. Stripe forgets idempotency keys after a day; after that, an earlier answer is found
 * by the dispute's metadata, or because the dispute is lost.
 */
export const answerStripeDispute = async (
  stripe: Stripe,
  { reference, isAcceptance, texts, files, idempotencyKey }: DisputeAnswerRequest,
): Promise<GatewayResult> => {
  const taken = { outcome: 'SUCCEEDED', reference } as const
  const { status, metadata } = await stripe.disputes.retrieve(reference)
  if (STATUS[status]?.status !== 'NEEDS_RESPONSE') {
    const isOurs = isAcceptance ? status === 'lost' : metadata['answer'] === idempotencyKey
    return isOurs ? taken : { outcome: 'FAILED', failureCode: 'dispute_not_open' }
  }
  if (isAcceptance) {
    await stripe.disputes.close(reference, {}, { idempotencyKey: `${idempotencyKey}/close` })
    return taken
  }
  const evidence = Object.fromEntries(texts.map(({ kind, text }) => [placeOf('texts', kind), text]))
  for (const { kind, name, pdf } of files) {
    const place = placeOf('files', kind)
    const { id } = await stripe.files.create(
      { purpose: 'dispute_evidence', file: { name, data: pdf, type: 'application/pdf' } },
      { idempotencyKey: `${idempotencyKey}/${place}` },
    )
    evidence[place] = id
  }
  await stripe.disputes.update(
    reference,
    { evidence, submit: true, metadata: { answer: idempotencyKey } },
    { idempotencyKey: `${idempotencyKey}/evidence` },
  )
  return taken
}
