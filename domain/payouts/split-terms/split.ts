/** The parties of a payment, in order of precedence. */
export const PARTIES = ['platform', 'provider', 'centre'] as const
export type Party = (typeof PARTIES)[number]

/** Minor units per party, summing to the split amount. */
export type Split = Readonly<Record<Party, number>>

/** A party's share of a payment. */
interface Share {
  /** Of the remainder after fixed amounts. */
  percent: number
  /** Taken before the split. */
  fixed: number
  /** Its minimum, up to the payment. */
  minimum: number
}

export type Shares = Readonly<Record<Party, Share>>

/** Percentages are compared as integer hundredths. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/**
 * Splits an amount by weights exactly: each gets complete minor units, and remainders go to the largest
 * fractions, ties to the first party. Nobody exceeds their weight if the amount is at most the sum of weights.
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
 * Splits a payment by its terms: fixed amounts in party order up to the payment, the rest by percentages; then
 * shares below their minimum are raised, first by the centre.
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
 * A payment of an order with `before` already shared: the increase of everybody's share of the total, so fixed
 * amounts and minimums count once. Nobody's share decreases.
 */
export const splitOfPart = (amount: number, shares: Shares, before: number): Split => {
  const [less, more] = [splitOf(before, shares), splitOf(before + amount, shares)]
  return inProportion(
    amount,
    ofParties((party) => Math.max(0, more[party] - less[party])),
  )
}

/** Raises it to its minimum, from what others have above theirs. */
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
