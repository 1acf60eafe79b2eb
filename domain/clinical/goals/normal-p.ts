/** The same share as `exactP`, computed with the normal approximation and Kendall's continuity correction. */
export const normalP = (kendallS: number, deviation: number): number => {
  if (kendallS === 0 || deviation === 0) return 1
  return erfc((Math.abs(kendallS) - 1) / deviation / Math.SQRT2)
}

/**
 * The complementary error function for x ≥ 0, in double precision. Up to 2 it uses the series of Abramowitz and
 * Stegun
 * 7.1.6, whose terms all have the same sign; above 2 it uses the continued fraction 7.1.14, evaluated from its
 * end.
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

/** Enough terms for full precision from x = 2. */
const CONTINUED_TERMS = 100
