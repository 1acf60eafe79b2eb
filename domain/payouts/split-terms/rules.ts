import { invalid } from '#platform/core/errors/errors.ts'
import { basisPoints, PARTIES, type Shares } from './split.ts'

/** Shares of payments before which at least `threshold` was captured for the provider in the month. */
interface Tier {
  threshold: number
  shares: Shares
}

/** Who gets what, and from which amount of a month on who gets something else. */
interface Tiered {
  shares: Shares
  tiers: readonly Tier[]
}

/** The shares of a payment before which that much was captured in its month. */
export const sharesAt = ({ shares, tiers }: Tiered, capturedBefore: number): Shares =>
  tiers.findLast(({ threshold }) => threshold <= capturedBefore)?.shares ?? shares

/** Tiers rise, and in each all of a payment is somebody's. */
export const assertTiers = ({ shares, tiers }: Tiered): void => {
  assertWhole(shares, 'shares')
  for (const [index, tier] of tiers.entries()) {
    assertWhole(tier.shares, `tiers.${index}.shares`)
    const below = tiers[index - 1]
    if (below && tier.threshold <= below.threshold)
      throw invalid(
        `tiers.${index}.threshold`,
        'not_ascending',
        `It has to be more than ${below.threshold}, where the tier before begins.`,
      )
  }
}

/** All of a payment is somebody's: percentages come to 100. */
const assertWhole = (shares: Shares, path: string): void => {
  const sum = PARTIES.reduce((total, party) => total + basisPoints(shares[party].percent), 0)
  if (sum === 10_000) return
  throw invalid(
    path,
    'split_does_not_sum',
    `The percentages come to ${sum / 100}. They have to come to 100.`,
  )
}

/** Terms as far as a choice between them depends on it. */
export interface Scoped {
  id: string
  providerId: string | null
  serviceId: string | null
  /** The first day of payments that they are for: `2026-11-01`. */
  startsOn: string
}

/**
 * The terms of a payment: of the provider and the service, else of the provider, else of the service, else those
 * for all; of these the latest that had begun on its day.
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
