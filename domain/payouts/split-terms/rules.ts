import { invalid } from '#platform/core/errors/errors.ts'
import { basisPoints, PARTIES, type Shares } from './split.ts'

/** When a payment is shared: after its visit took place, or when it is captured. */
export const Recognition = ['DELIVERY', 'PAYMENT'] as const
export type Recognition = (typeof Recognition)[number]

/** The shares of payments once at least `threshold` has been captured for the provider in the month. */
interface Tier {
  threshold: number
  shares: Shares
}

/** The shares, and the shares that replace them above monthly thresholds. */
interface Tiered {
  shares: Shares
  tiers: readonly Tier[]
}

/** The shares of a payment, if this amount was captured before it in its month. */
export const sharesAt = ({ shares, tiers }: Tiered, capturedBefore: number): Shares =>
  tiers.findLast(({ threshold }) => threshold <= capturedBefore)?.shares ?? shares

/** Checks that tiers rise, and that each tier shares out the complete payment. */
export const assertTiers = ({ shares, tiers }: Tiered): void => {
  assertWhole(shares, 'shares')
  for (const [index, tier] of tiers.entries()) {
    assertWhole(tier.shares, `tiers.${index}.shares`)
    const below = tiers[index - 1]
    if (below && tier.threshold <= below.threshold)
      throw invalid(
        `tiers.${index}.threshold`,
        'not_ascending',
        `The threshold must be more than ${below.threshold}, the threshold of the previous tier.`,
      )
  }
}

/** Checks that percentages sum to 100, so that the complete payment is shared out. */
const assertWhole = (shares: Shares, path: string): void => {
  const sum = PARTIES.reduce((total, party) => total + basisPoints(shares[party].percent), 0)
  if (sum === 10_000) return
  throw invalid(
    path,
    'split_does_not_sum',
    `The percentages add up to ${sum / 100}. They must add up to 100.`,
  )
}

/** The fields by which terms are selected. */
export interface Scoped {
  id: string
  providerId: string | null
  serviceId: string | null
  /** The first day of the payments that the terms cover: `2026-11-01`. */
  startsOn: string
}

/**
 * The terms of a payment: for its provider and service, otherwise for its provider, for its service, or for
 * all. Among these, the latest terms that had started on its day.
 */
export const termsFor = <Terms extends Scoped>(
  terms: readonly Terms[],
  { serviceId, paidOn }: { serviceId: string | null; paidOn: string },
): Terms | undefined => {
  const rank = ({ providerId, serviceId: service }: Terms) =>
    (providerId === null ? 0 : 2) + (service === null ? 0 : 1)
  return terms
    .filter((it) => it.startsOn <= paidOn && (it.serviceId === null || it.serviceId === serviceId))
    .toSorted((a, b) => rank(b) - rank(a) || b.startsOn.localeCompare(a.startsOn))[0]
}
