/** Distributions of Kendall's S, if all orders of the values are equally likely. */

/**
 * The two-sided share of all orders with at least this |S|. `ties` contains how often each value occurs. S is
 * the number of unequal pairs minus twice the number of inversions. The numbers of orders of a multiset by
 * inversions are the coefficients of the q-multinomial (MacMahon 1915; Andrews, The Theory of Partitions,
 * theorem 3.6), which is a product of Gaussian binomials. Counts for up to 18 values are exact as doubles.
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
