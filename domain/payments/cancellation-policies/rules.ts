import { Temporal } from 'temporal-polyfill'
import { invalid } from '#platform/core/errors/errors.ts'

/** A part of the appointment's price, or an amount in the policy's currency; without either, nothing. */
export interface Fee {
  percent?: number
  amount?: number
  /** Of an amount: it is charged in full where the appointment costs less. */
  mayExceedPrice?: boolean
}

/**
 * Up to when a cancellation avoids a fee. Days and weeks are those of the location's calendar: P1D is
 * the same wall time the day before, whether that day had 23, 24 or 25 hours. PT24H is 24 hours.
 */
export interface Window {
  /** ISO 8601 duration before the start. */
  notice: string
  /** Wall time of that day, such as 18:00, instead of the appointment's own. */
  atTime?: string
  fee: Fee
}

/** What becomes of what was paid for an appointment that is called off, less its fee. */
export const Prepaid = ['REFUND', 'CREDIT', 'DECIDE'] as const
export type Prepaid = (typeof Prepaid)[number]

/** What a policy says, as far as a fee depends on it. */
export interface PolicyTerms {
  id: string | null
  windows: readonly Window[]
  noShowFee: Fee | null
  currency: string | null
  prepaid: Prepaid
}

/** In force where a centre has no policy: late is within 24 hours, and costs nothing; what was paid goes back. */
export const DEFAULT_TERMS: PolicyTerms = {
  id: null,
  windows: [{ notice: 'PT24H', fee: { percent: 0 } }],
  noShowFee: null,
  currency: null,
  prepaid: 'REFUND',
}

/** The longest notice that a policy may ask for. */
const MAX_NOTICE_DAYS = 90

/** Until when, this instant included, a cancellation is outside of the window. */
export const deadlineOf = ({ notice, atTime }: Window, startsAt: Date, timeZone: string): Date => {
  const before = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .subtract(Temporal.Duration.from(notice))
  const deadline = atTime === undefined ? before : before.withPlainTime(atTime)
  return new Date(deadline.epochMilliseconds)
}

/** The window that a cancellation falls into: of those that have begun, the last. */
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
 * A fee in minor units, halves rounded up. A share of a price that is not known is not known: null. An amount is never
 * more than the price, where that is known and in the same currency, unless the policy says so.
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

/** Refuses windows that cannot be told apart, or that no schema can rule out. */
export const assertWindows = (windows: readonly Window[]): void => {
  const seen = new Set<string>()
  for (const [index, { notice, atTime }] of windows.entries()) {
    const duration = Temporal.Duration.from(notice)
    const path = `windows.${index}`
    const days = duration.total({ unit: 'days', relativeTo: '2026-01-01' })
    if (days === 0 || days > MAX_NOTICE_DAYS) {
      const message = `The notice must be more than nothing and at most ${MAX_NOTICE_DAYS} days.`
      throw invalid(`${path}.notice`, 'out_of_range', message)
    }
    if (atTime !== undefined && (duration.hours !== 0 || duration.minutes !== 0)) {
      const message = 'A wall time goes with a notice of whole days or weeks, such as P1D.'
      throw invalid(`${path}.atTime`, 'not_allowed', message)
    }
    const key = `${days}/${atTime ?? ''}`
    if (seen.has(key)) {
      throw invalid(path, 'duplicate', 'Another window has this notice. Leave one of them out.')
    }
    seen.add(key)
  }
}
