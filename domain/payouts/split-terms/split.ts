/** The parties of a payment, in order of precedence. */
export const PARTIES = ['platform', 'provider', 'centre'] as const
export type Party = (typeof PARTIES)[number]

/** Minor units for each party, which sum to the amount that is split. */
export type Split = Readonly<Record<Party, number>>

/** A party's share of a payment. */
interface Share {
  /** A percentage of what remains after fixed amounts. */
  percent: number
  /** An amount taken before the split. */
  fixed: number
  /** The party's minimum, at most the payment. */
  minimum: number
}

export type Shares = Readonly<Record<Party, Share>>

/** Percentages are compared as hundredths, which are integers. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/**
 * Splits an amount exactly, by weights: each party gets complete minor units, and the remaining units go to the
 * largest fractions; for ties, to the first party. If the amount is at most the sum of the weights, no party
 * exceeds its weight.
 */
export const inProportion = (amount: number, weights: Split): Split => {
  const total = sumOf(weights)
  if (total === 0) return { platform: 0, provider: 0, centre: amount }
  const exact = PARTIES.map((party) => {
    const product = BigInt(amount) * BigInt(weights[party])
    return {
      party,
      whole: Number(product / BigInt(total)),
      remainder: Number(product % BigInt(total)),
    }
  })
  const left = amount - exact.reduce((sum, { whole }) => sum + whole, 0)
  const first = exact.toSorted((a, b) => b.remainder - a.remainder).slice(0, left)
  const shares = exact.map((it) => [it.party, it.whole + (first.includes(it) ? 1 : 0)])
  return Object.fromEntries(shares) as Split
}

/**
 * Splits a payment by its terms. Fixed amounts are taken first, in the order of the parties, up to the payment;
 * the rest is split by percentages. Shares below their minimum are then raised, first at the centre's expense.
 */
export const splitOf = (amount: number, shares: Shares): Split => {
  let left = amount
  const fixed = ofParties((party) => {
    const taken = Math.min(shares[party].fixed, left)
    left -= taken
    return taken
  })
  const rest = inProportion(
    left,
    ofParties((party) => basisPoints(shares[party].percent)),
  )
  const split: Record<Party, number> = ofParties((party) => fixed[party] + rest[party])
  for (const party of PARTIES) raise(split, party, shares)
  return split
}

/**
 * Splits a payment of an order of which `before` has already been shared out: each party gets the increase of
 * its share of the total, so that fixed amounts and minimums count once. No party's share decreases.
 */
export const splitOfPart = (amount: number, shares: Shares, before: number): Split => {
  const [less, more] = [splitOf(before, shares), splitOf(before + amount, shares)]
  return inProportion(
    amount,
    ofParties((party) => Math.max(0, more[party] - less[party])),
  )
}

/** Raises a party's share to its minimum, using what others have above theirs. */
const raise = (split: Record<Party, number>, party: Party, shares: Shares): void => {
  for (const payer of PARTIES.toReversed()) {
    if (payer === party) continue
    const spare = Math.max(0, split[payer] - shares[payer].minimum)
    const missing = Math.max(0, shares[party].minimum - split[party])
    const moved = Math.min(spare, missing)
    split[payer] -= moved
    split[party] += moved
  }
}

export const sumOf = (split: Split): number => PARTIES.reduce((sum, party) => sum + split[party], 0)

export const ofParties = <Value>(value: (party: Party) => Value): Record<Party, Value> => {
  const [platform, provider, centre] = PARTIES.map(value)
  return { platform: platform!, provider: provider!, centre: centre! }
}
