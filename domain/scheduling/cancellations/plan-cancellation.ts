import { DAY_MS } from '#platform/core/time/time.ts'
import type { PlannedStep } from '#messaging/follow-ups/plan.ts'
import { CREDIT_GATEWAY, MANUAL } from '#payments/payments/rules.ts'
import { inProportion } from '#payouts/split-terms/split.ts'
import type { CancellationLine } from './cancellation-line.ts'
import type { CancellationFacts, PaidPart } from './cancellation-facts.ts'

/** A payment, with its total refund and what remains of it. */
export interface Back {
  part: PaidPart
  /** The payment's number in the names of steps, from 1. */
  number: number
  wantedMinor: number
  openMinor: number
}

/** How a payment is returned. */
type Way = 'REFUND' | 'CREDIT' | 'HAND_BACK' | 'DECIDE'

/** The fee is deducted from the first payments, and the rest is returned. */
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

/** The payer's bank must decide first. */
export const isDisputed = ({ disputedMinor }: PaidPart): boolean => disputedMinor > 0

/** Manual payments are returned by a person. Without a named debtor, credit is not possible. */
const wayOf = ({ order, fee }: CancellationFacts, { gateway }: PaidPart): Way => {
  if (!order || order.prepaid === 'DECIDE' || isOtherCurrency(order, fee)) return 'DECIDE'
  const hasCredit = gateway === CREDIT_GATEWAY || (order.prepaid === 'CREDIT' && order.hasParty)
  if (hasCredit) return 'CREDIT'
  return gateway === MANUAL ? 'HAND_BACK' : 'REFUND'
}

/** Whether the fee is in another currency, so that it cannot be deducted. */
const isOtherCurrency = (order: { currency: string }, fee: CancellationFacts['fee']): boolean =>
  fee !== null && fee.currency !== order.currency

/** The rest of a partly paid order, which is cancelled. */
const claimLeft = ({ order }: CancellationFacts): number =>
  order?.status === 'OPEN' && order.inFlightMinor === 0
    ? order.amountMinor - order.capturedMinor
    : 0

/** What will happen to each payment, with amounts, as a dry run shows it. Pure. */
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

/** `refund-1`: the action and the number of the payment. */
export type PaymentStep = 'refund' | 'credit' | 'hand-back' | 'refused' | 'reversal'

const STEP_OF_WAY = { REFUND: 'refund', CREDIT: 'credit', HAND_BACK: 'hand-back' } as const

/** The current steps of a cancellation. Their times are those of their causes. Pure. */
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

/** The gateway refused the refund, so a person must act. */
const refusedSteps = ({ part, number }: Pick<Back, 'part' | 'number'>): PlannedStep[] => {
  const refused = part.refunds.findLast(({ status }) => status === 'FAILED')
  return refused ? [{ step: `refused-${number}`, dueAt: refused.settledAt! }] : []
}

/**
 * The reversal of a share that was settled. It is due once the refund has succeeded; until then, it is planned
 * for a day after the cancellation.
 */
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
