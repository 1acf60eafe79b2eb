import { Temporal } from 'temporal-polyfill'
import { invalid } from '#platform/core/errors/errors.ts'

/** A percentage of the price, or an amount in the policy's currency. Without either, there is no fee. */
export interface Fee {
  percent?: number
  amount?: number
  /** For an amount: whether it is charged in full even if it exceeds the price. */
  mayExceedPrice?: boolean
}

/**
 * The deadline for a free cancellation. Days and weeks follow the location's calendar: P1D is the same local
 * time on the day before, whether that day has 23, 24 or 25 hours. PT24H is 24 hours.
 */
export interface Window {
  /** The time before the start, as an ISO 8601 duration. */
  notice: string
  /**
   * Local time at which the window starts on the day given by `notice`, such as 18:00. If omitted, the
   * appointment's start time is used.
   */
  atTime?: string
  fee: Fee
}

/** What happens to the payments of a cancelled appointment after the fee is deducted. */
export const Prepaid = ['REFUND', 'CREDIT', 'DECIDE'] as const
export type Prepaid = (typeof Prepaid)[number]

/** The parts of a policy that affect a fee. */
export interface PolicyTerms {
  id: string | null
  windows: readonly Window[]
  noShowFee: Fee | null
  currency: string | null
  prepaid: Prepaid
}

/**
 * The terms without a policy: a cancellation within 24 hours is late, but free of charge, and payments are
 * refunded.
 */
export const DEFAULT_TERMS: PolicyTerms = {
  id: null,
  windows: [{ notice: 'PT24H', fee: { percent: 0 } }],
  noShowFee: null,
  currency: null,
  prepaid: 'REFUND',
}

/** The maximum notice of a policy, in days. */
const MAX_NOTICE_DAYS = 90

/** The last instant before the cancellation window, inclusive. */
export const deadlineOf = ({ notice, atTime }: Window, startsAt: Date, timeZone: string): Date => {
  const before = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .subtract(Temporal.Duration.from(notice))
  const deadline = atTime === undefined ? before : before.withPlainTime(atTime)
  return new Date(deadline.epochMilliseconds)
}

/** The window that applies to a cancellation: the last one that has started. */
export const lateWindow = (
  windows: readonly Window[],
  startsAt: Date,
  timeZone: string,
  now: Date,
): { window: Window; deadline: Date } | undefined =>
  windows
    .map((window) => ({ window, deadline: deadlineOf(window, startsAt, timeZone) }))
    .filter(({ deadline }) => deadline < now)
    .toSorted((a, b) => b.deadline.getTime() - a.deadline.getTime())[0]

interface Price {
  amountMinor: number | null
  currency: string | null
}

/**
 * A fee in minor units, with halves rounded up. A percentage of an unknown price is null. An amount never
 * exceeds a known price in the same currency, unless the policy allows it.
 */
export const feeAmount = (
  fee: Fee,
  price: Price,
  policyCurrency: string | null,
): { amountMinor: number | null; currency: string | null } =>
  fee.amount === undefined
    ? { amountMinor: shareOf(price.amountMinor, fee.percent ?? 0), currency: price.currency }
    : { amountMinor: upToPrice(fee, price, policyCurrency), currency: policyCurrency }

const upToPrice = (
  { amount = 0, mayExceedPrice = false }: Fee,
  price: Price,
  policyCurrency: string | null,
): number =>
  mayExceedPrice || price.amountMinor === null || price.currency !== policyCurrency
    ? amount
    : Math.min(amount, price.amountMinor)

const shareOf = (priceMinor: number | null, percent: number): number | null => {
  if (percent === 0) return 0
  return priceMinor === null ? null : Math.floor((priceMinor * percent + 50) / 100)
}

/** Refuses ambiguous windows, which a schema cannot exclude. */
export const assertWindows = (windows: readonly Window[]): void => {
  const seen = new Set<string>()
  for (const [index, { notice, atTime }] of windows.entries()) {
    const duration = Temporal.Duration.from(notice)
    const path = `windows.${index}`
    const days = duration.total({ unit: 'days', relativeTo: '2026-01-01' })
    if (days === 0 || days > MAX_NOTICE_DAYS) {
      const message = `The notice must be more than 0 and at most ${MAX_NOTICE_DAYS} days.`
      throw invalid(`${path}.notice`, 'out_of_range', message)
    }
    if (atTime !== undefined && (duration.hours !== 0 || duration.minutes !== 0)) {
      const message = 'atTime requires a notice of whole days or weeks, such as P1D.'
      throw invalid(`${path}.atTime`, 'not_allowed', message)
    }
    const key = `${days}/${atTime ?? ''}`
    if (seen.has(key)) {
      throw invalid(path, 'duplicate', 'Another window has the same notice. Remove one of them.')
    }
    seen.add(key)
  }
}
