/** Scales a component of a unit vector to one signed byte. */
const SCALE = 127

const lengthOf = (vector: ArrayLike<number>): number => {
  let sum = 0
  for (let index = 0; index < vector.length; index += 1) sum += vector[index]! ** 2
  return Math.sqrt(sum)
}

/** A stored vector: its direction, with one byte per component. */
export const packed = (vector: readonly number[]): Buffer => {
  const length = lengthOf(vector) || 1
  return Buffer.from(Int8Array.from(vector, (it) => Math.round((it / length) * SCALE)).buffer)
}

export const unpacked = (bytes: Uint8Array): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)

/** The signs of a vector's components as PostgreSQL bits. */
export const signatureOf = (vector: ArrayLike<number>): string =>
  Array.from(vector, (it) => (it > 0 ? '1' : '0')).join('')

/** The cosine of two vectors; 1 means the same meaning. */
export const likeness = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let product = 0
  for (let index = 0; index < a.length; index += 1) product += a[index]! * (b[index] ?? 0)
  return product / (lengthOf(a) * lengthOf(b) || 1)
}

/** The weight of the best passages relative to the question in the refined vector (Rocchio). */
const FEEDBACK = 0.5

/** A question's vector moved towards the best passages, weighted by score. */
export const drawnTo = (
  question: readonly number[],
  best: readonly { vector: ArrayLike<number>; score: number }[],
): number[] => {
  const total = best.reduce((sum, { score }) => sum + score, 0)
  if (total === 0) return [...question]
  const own = (1 - FEEDBACK) / (lengthOf(question) || 1)
  return question.map((component, index) =>
    best.reduce(
      (sum, { vector, score }) =>
        sum + (FEEDBACK * (score / total) * vector[index]!) / (lengthOf(vector) || 1),
      component * own,
    ),
  )
}
