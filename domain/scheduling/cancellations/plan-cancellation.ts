import { DAY_MS } from '#platform/core/time/time.ts'
import type { PlannedStep } from '#messaging/follow-ups/plan.ts'
import { CREDIT_GATEWAY, MANUAL } from '#payments/payments/rules.ts'
import { inProportion } from '#payouts/split-terms/split.ts'
import type { CancellationLine } from './cancellation-line.ts'
import type { CancellationFacts, PaidPart } from './cancellation-facts.ts'

/** A payment with what of it goes back in all, and what of that is still to go. */
export interface Back {
  part: PaidPart
  /** Its place in the names of steps, from 1. */
  number: number
  wantedMinor: number
  openMinor: number
}

/** How a payment goes back. */
type Way = 'REFUND' | 'CREDIT' | 'HAND_BACK' | 'DECIDE'

/** The fee is kept of the first payments; what it leaves goes back. */
export const backOf = ({ fee, paid }: CancellationFacts): Back[] => {
  let toKeep = fee?.amount ?? 0
  return paid.map((part, index) => {
    const kept = Math.min(toKeep, part.amountMinor)
    toKeep -= kept
    const wantedMinor = part.amountMinor - kept
    const returned = part.refundedMinor + part.chargedBackMinor
    const openMinor = isDisputed(part) ? 0 : Math.max(0, wantedMinor - returned)
    return { part, number: index + 1, wantedMinor, openMinor }
  })
}

/** The payer's bank decides on it first. */
export const isDisputed = ({ disputedMinor }: PaidPart): boolean => disputedMinor > 0

/** What a person was paid in hand, a person gives back. Who is not charged by name has no credit. */
const wayOf = ({ order, fee }: CancellationFacts, { gateway }: PaidPart): Way => {
  if (!order || order.prepaid === 'DECIDE' || isOtherCurrency(order, fee)) return 'DECIDE'
  const hasCredit = gateway === CREDIT_GATEWAY || (order.prepaid === 'CREDIT' && order.hasParty)
  if (hasCredit) return 'CREDIT'
  return gateway === MANUAL ? 'HAND_BACK' : 'REFUND'
}

/** A fee in another currency than the payments cannot be taken off them. */
const isOtherCurrency = (order: { currency: string }, fee: CancellationFacts['fee']): boolean =>
  fee !== null && fee.currency !== order.currency

/** What nobody owes any more of an order that was paid in part. */
const claimLeft = ({ order }: CancellationFacts): number =>
  order?.status === 'OPEN' && order.inFlightMinor === 0
    ? order.amountMinor - order.capturedMinor
    : 0

/** What will become of what was paid, with amounts: a dry run of the cancellation shows it. Pure. */
export const cancellationLines = (facts: CancellationFacts): CancellationLine[] => {
  const { order } = facts
  if (!facts.isOff || !order) return []
  const line = (step: CancellationLine['step'], amount: number) => ({
    step,
    amount,
    currency: order.currency,
  })
  const open = backOf(facts).filter(({ openMinor }) => openMinor > 0)
  const moved = open.map(({ part, openMinor }) => line(wayOf(facts, part), openMinor))
  const decide = moved.filter(({ step }) => step === 'DECIDE')
  const left = decide.reduce((sum, { amount }) => sum + amount, 0)
  const claim = claimLeft(facts)
  const reversed = open.flatMap(({ part, openMinor }) =>
    part.held && wayOf(facts, part) !== 'DECIDE'
      ? [line('REVERSAL', inProportion(openMinor, part.held).provider)]
      : [],
  )
  return [
    ...moved.filter(({ step }) => step !== 'DECIDE'),
    ...(left > 0 ? [line('DECIDE', left)] : []),
    ...(claim > 0 ? [line('WITHDRAWAL', claim)] : []),
    ...reversed,
  ]
}

export const DECIDE_STEP = 'decide'
export const WITHDRAWAL_STEP = 'withdrawal'

/** `refund-1`: what is done with which payment. */
export type PaymentStep = 'refund' | 'credit' | 'hand-back' | 'refused' | 'reversal'

const STEP_OF_WAY = { REFUND: 'refund', CREDIT: 'credit', HAND_BACK: 'hand-back' } as const

/** The steps of a cancellation from its present state on. Pure: their times are when what they are about happened. */
export const planCancellation = (facts: CancellationFacts): PlannedStep[] => {
  const { order, offSince } = facts
  if (!facts.isOff || !order) return []
  const back = backOf(facts)
  const begun = back.filter(({ openMinor }) => openMinor > 0)
  const decided = begun.filter(({ part }) => wayOf(facts, part) === 'DECIDE')
  const amounts = (minor: number) => `${minor} ${order.currency}`
  return [
    ...begun.flatMap(({ part, number, openMinor }) => {
      const way = wayOf(facts, part)
      if (way === 'DECIDE') return []
      const step = `${STEP_OF_WAY[way]}-${number}`
      return [
        { step, dueAt: later(offSince, part.settledAt), description: amounts(openMinor) },
        ...refusedSteps({ part, number }),
      ]
    }),
    ...(decided.length > 0
      ? [
          {
            step: DECIDE_STEP,
            dueAt: later(offSince, ...decided.map(({ part }) => part.settledAt)),
            description: amounts(decided.reduce((sum, { openMinor }) => sum + openMinor, 0)),
          },
        ]
      : []),
    ...(claimLeft(facts) > 0
      ? [
          {
            step: WITHDRAWAL_STEP,
            dueAt: later(offSince, ...facts.paid.map(({ settledAt }) => settledAt)),
            description: amounts(claimLeft(facts)),
          },
        ]
      : []),
    ...back.flatMap((it) => reversalSteps(facts, it)),
  ]
}

/** The gateway refused to give it back: a person sees to it. */
const refusedSteps = ({ part, number }: Pick<Back, 'part' | 'number'>): PlannedStep[] => {
  const refused = part.refunds.findLast(({ status }) => status === 'FAILED')
  return refused ? [{ step: `refused-${number}`, dueAt: refused.settledAt! }] : []
}

/** Of a share that was settled: once the refund is through, and a day after the cancellation before that is known. */
const reversalSteps = (
  { offSince }: CancellationFacts,
  { part, number, openMinor }: Back,
): PlannedStep[] => {
  if (!part.held) return []
  const step = `reversal-${number}`
  const through = part.refunds.findLast(({ status }) => status === 'SUCCEEDED')
  if (through && through.settledAt! >= offSince) return [{ step, dueAt: through.settledAt! }]
  const isUnderWay = part.refunds.some(({ status }) => status === 'PROCESSING')
  return openMinor > 0 || isUnderWay ? [{ step, dueAt: new Date(offSince.getTime() + DAY_MS) }] : []
}

const later = (...times: [Date, ...Date[]]): Date =>
  new Date(Math.max(...times.map((time) => time.getTime())))
