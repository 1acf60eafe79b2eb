import { assertMove, defineMoves } from '#platform/core/records/moves.ts'
import type { DisputeState } from '#providers/payments/dispute-state.ts'
import { inParts } from '../payments/rules.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'

export const DisputeStatus = ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED'] as const
export type DisputeStatus = (typeof DisputeStatus)[number]

/** How a centre responds: it defends the payment with evidence, or accepts the dispute. */
export const DisputeResponse = ['EVIDENCE', 'ACCEPTANCE'] as const
export type DisputeResponse = (typeof DisputeResponse)[number]

const OPEN: readonly string[] = ['NEEDS_RESPONSE', 'UNDER_REVIEW']

const isOpen = ({ status }: { status: string }): boolean => OPEN.includes(status)

/** The facts of a dispute that depend on the gateway. */
export interface DisputeFacts {
  status: string
  isInquiry: boolean
  amountMinor: number
  withheldMinor: number
  feeMinor: number
}

/**
 * Divides a dispute among the payments that were captured together, in proportion to their amounts. The first
 * payment bears the fee.
 */
export const sharesOf = (
  payments: readonly { id: string; capturedWithId: string | null; amountMinor: number }[],
  state: DisputeState,
): DisputeState[] => {
  const paid = payments.map(({ amountMinor }) => amountMinor)
  const amounts = payments.length === 1 ? [state.amountMinor] : inParts(state.amountMinor, paid)
  const withdrawn = inParts(state.withdrawnMinor, amounts)
  const withheld = inParts(state.withheldMinor, amounts)
  return payments.map(({ id, capturedWithId }, index) => ({
    ...state,
    amountMinor: amounts[index]!,
    withdrawnMinor: withdrawn[index]!,
    withheldMinor: withheld[index]!,
    fee: (capturedWithId ?? id) === id ? state.fee : null,
  }))
}

/** The state of a dispute before anything is known. */
export const UNKNOWN_DISPUTE: DisputeFacts = {
  status: 'NEEDS_RESPONSE',
  isInquiry: true,
  amountMinor: 0,
  withheldMinor: 0,
  feeMinor: 0,
}

/** Movements of money that a dispute causes. */
type DisputeStep = 'withdraw' | 'reinstate' | 'lose' | 'chargeFee' | 'returnFee'

export interface DisputeMove {
  step: DisputeStep
  amountMinor: number
}

/**
 * The amount that the bank holds: the gateway's figure, at most the disputed amount. By default, a lost dispute
 * holds everything. Withdrawn money returns at the end in one amount.
 */
const withheldBy = (before: DisputeFacts, state: DisputeState): number => {
  const { status, withheldMinor, amountMinor } = state
  if (status === 'LOST' && withheldMinor === 0 && before.withheldMinor === 0) return amountMinor
  const now = Math.min(withheldMinor, amountMinor)
  const isBack = !isOpen(state) && (now === 0 || status === 'LOST')
  return isBack ? now : Math.max(now, before.withheldMinor)
}

/** The movements that lead to the gateway's current state, in the order of posting. */
export const movesOf = (before: DisputeFacts, state: DisputeState): DisputeMove[] => {
  const withheld = withheldBy(before, state)
  const taken = before.withheldMinor === 0 ? Math.max(withheld, state.withdrawnMinor) : 0
  const had = before.withheldMinor + taken
  const moves: DisputeMove[] = [
    { step: 'withdraw', amountMinor: taken },
    { step: 'reinstate', amountMinor: had - withheld },
    { step: 'lose', amountMinor: state.status === 'LOST' ? withheld : 0 },
    { step: 'chargeFee', amountMinor: before.feeMinor === 0 ? (state.fee?.amountMinor ?? 0) : 0 },
    { step: 'returnFee', amountMinor: state.fee?.amountMinor === 0 ? before.feeMinor : 0 },
  ]
  return moves.filter(({ amountMinor }) => amountMinor > 0)
}

/** The dispute in the gateway's current state. */
export const disputeAfter = (before: DisputeFacts, state: DisputeState, at: Date) => {
  const withheldMinor = withheldBy(before, state)
  const isOver = !isOpen(state) && (state.status !== 'WON' || withheldMinor === 0)
  return {
    status: state.status,
    isInquiry: state.isInquiry,
    reason: state.reason,
    amountMinor: state.amountMinor,
    withheldMinor,
    feeMinor: state.fee?.amountMinor ?? before.feeMinor,
    ...(state.fee && { feeCurrency: state.fee.currency }),
    dueAt: state.dueAt,
    closedAt: isOver ? at : null,
  }
}

/** A payment's totals over its disputes. */
export const countedOf = (disputes: readonly DisputeFacts[]) => {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    disputedMinor: sum(
      disputes.filter((it) => isOpen(it) && !it.isInquiry).map(({ amountMinor }) => amountMinor),
    ),
    chargedBackMinor: sum(
      disputes.filter(({ status }) => status === 'LOST').map(({ withheldMinor }) => withheldMinor),
    ),
  }
}

/** The responses of a centre. The gateway decides the result, so no move sets a state. */
export const disputeMoves = defineMoves()({
  noun: 'A dispute',
  subject: 'dispute',
  states: DisputeStatus,
  initial: ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED'],
  waits: {
    NEEDS_RESPONSE: { followUp: 'disputeResponse' },
    UNDER_REVIEW: 'the bank decides',
    WON: ENDED,
    LOST: ENDED,
    CLOSED: ENDED,
  },
  moves: {
    submitEvidence: {
      from: ['NEEDS_RESPONSE'],
      to: 'UNDER_REVIEW',
      operation: 'submitDisputeEvidence',
    },
    accept: { from: ['NEEDS_RESPONSE'], to: 'LOST' },
  },
})
const VERBS = { EVIDENCE: 'submitEvidence', ACCEPTANCE: 'accept' } as const

/** The facts about the response to a dispute. */
export interface AnswerFacts {
  response: string | null
  submittedAt: Date | null
  refusalCode: string | null
}

/** Whether a response is on its way to the gateway. */
export const isAnswering = ({ response, submittedAt, refusalCode }: AnswerFacts): boolean =>
  response !== null && submittedAt === null && refusalCode === null

/** Whether no further response is needed, because the gateway has one or will get it. */
export const isAnswered = ({ response, refusalCode }: AnswerFacts): boolean =>
  response !== null && refusalCode === null

/** Checks a response: banks accept only one, and only in time. An inquiry takes no money, so it cannot be accepted. */
export const responseTo = (
  dispute: AnswerFacts & {
    status: string
    isInquiry: boolean
    dueAt: Date | null
    responses: number
  },
  response: DisputeResponse,
  at: Date,
) => {
  assertMove(disputeMoves, VERBS[response], dispute)
  if (isAnswered(dispute))
    throw notAnswerable(
      'The dispute has already been answered. Wait for the gateway to report the bank’s decision.',
    )
  if (dispute.dueAt !== null && dispute.dueAt <= at)
    throw notAnswerable('The deadline for an answer has passed. The bank will decide without one.')
  if (dispute.isInquiry && response === 'ACCEPTANCE')
    throw notAnswerable(
      'This is only an inquiry, so it cannot be accepted. Refund the payment, or submit evidence.',
    )
  return {
    response,
    evidence: Prisma.DbNull,
    respondedAt: at,
    responses: dispute.responses + 1,
    submittedAt: null,
    refusalCode: null,
  }
}

const notAnswerable = (detail: string) => new DomainError('dispute_not_answerable', detail)

/** Refuses a refund while a bank is deciding about the payment. An inquiry, however, is best answered with a refund. */
export const assertUndisputed = (payment: { id: string; disputedMinor: number }): void => {
  if (payment.disputedMinor === 0) return
  throw new DomainError(
    'payment_disputed',
    `Payment ${payment.id} is disputed. Wait until the dispute is closed.`,
    { extra: { paymentId: payment.id, disputed: payment.disputedMinor } },
  )
}

/** Whether a dispute already has the gateway's state. */
export const isKnown = (before: DisputeFacts & object, state: DisputeState, at: Date): boolean =>
  Object.entries(disputeAfter(before, state, at)).every(
    ([member, value]) =>
      stamp(before, member) === (value instanceof Date ? value.getTime() : value),
  )

const stamp = (row: object, member: string): unknown => {
  const value: unknown = Object.entries(row).find(([name]) => name === member)?.[1]
  return value instanceof Date ? value.getTime() : value
}
