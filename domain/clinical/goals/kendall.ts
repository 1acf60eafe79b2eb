/** Distributions of Kendall's S under the hypothesis that every order of the values is equally likely. */

/**
 * The share of all orders whose |S| is at least this, two-sided. `ties`: how often each value occurs.
 *
 * S is the number of unequal pairs less twice the inversions, and the orders of a multiset by their
 * inversions are the coefficients of the q-multinomial (MacMahon 1915; Andrews, The Theory of Partitions,
 * theorem 3.6): a product of Gaussian binomials. Counts of up to 18 values are exact as doubles.
 */
export const exactP = (ties: readonly number[], kendallS: number): number => {
  let orders = [1]
  let placed = 0
  for (const count of ties) {
    placed += count
    orders = product(orders, gaussianBinomial(placed, count))
  }
  const unequalPairs = orders.length - 1
  const extreme = orders.filter(
    (_, inversions) => Math.abs(unequalPairs - 2 * inversions) >= Math.abs(kendallS),
  )
  return sum(extreme) / sum(orders)
}

/** The coefficients of [n choose k] in q, by Pascal's rule: [n−1 choose k−1] + q^k [n−1 choose k]. */
const gaussianBinomial = (n: number, k: number): number[] => {
  if (k === 0 || k === n) return [1]
  const chosen = gaussianBinomial(n - 1, k - 1)
  const shifted = [...Array.from({ length: k }, () => 0), ...gaussianBinomial(n - 1, k)]
  return shifted.map((coefficient, power) => coefficient + (chosen[power] ?? 0))
}

const product = (a: readonly number[], b: readonly number[]): number[] => {
  const result = Array.from({ length: a.length + b.length - 1 }, () => 0)
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) result[i + j]! += x * y
  return result
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** The same by the normal approximation, with Kendall's continuity correction. */
export const normalP = (kendallS: number, deviation: number): number => {
  if (kendallS === 0 || deviation === 0) return 1
  return erfc((Math.abs(kendallS) - 1) / deviation / Math.SQRT2)
}

/**
 * The complementary error function for x ≥ 0, to the precision of doubles: the series of Abramowitz and
 * Stegun 7.1.6, whose terms all have one sign, and beyond 2 the continued fraction 7.1.14, from its end.
 */
export const erfc = (x: number): number => {
  const scale = Math.exp(-x * x) / Math.sqrt(Math.PI)
  if (x > 2) {
    let tail = x
    for (let k = CONTINUED_TERMS; k > 0; k -= 1) tail = x + k / 2 / tail
    return scale / tail
  }
  let [term, total] = [x, x]
  for (let n = 1; term > total * Number.EPSILON; n += 1) {
    term *= (2 * x * x) / (2 * n + 1)
    total += term
  }
  return 1 - 2 * scale * total
}

/** Enough for full precision from x = 2 on. */
const CONTINUED_TERMS = 100
