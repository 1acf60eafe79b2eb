/** Who has a share of a payment. In this order where something has to go first. */
export const PARTIES = ['platform', 'provider', 'centre'] as const
export type Party = (typeof PARTIES)[number]

/** Whole minor units of each party; they come to what was split. */
export type Split = Readonly<Record<Party, number>>

/** What a party has of a payment. */
interface Share {
  /** Of what the fixed amounts leave. */
  percent: number
  /** Taken before anything is shared. */
  fixed: number
  /** What it has at least, as far as the payment goes. */
  minimum: number
}

export type Shares = Readonly<Record<Party, Share>>

/** Percentages are compared as hundredths of a percent, which are whole. */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/**
 * An amount in the proportion of weights, to the cent: each has its whole minor units, and what is left goes
 * to the largest remainders, of equal ones to the first party. Nobody has more than its weight where the
 * amount is not more than all weights.
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
 * A payment by its terms: fixed amounts in the order of the parties as far as the payment goes, the rest by
 * percentages; then who has less than its minimum is raised, by the centre first.
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
 * A payment of an order of which `before` is shared already: what it adds to everybody's share of all of it, so that
 * fixed amounts and minimums count once. Nobody gives anything back for it.
 */
export const splitOfPart = (amount: number, shares: Shares, before: number): Split => {
  const [less, more] = [splitOf(before, shares), splitOf(before + amount, shares)]
  return inProportion(
    amount,
    ofParties((party) => Math.max(0, more[party] - less[party])),
  )
}

/** Up to its minimum, by what others have above theirs. */
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
