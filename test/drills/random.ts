import { createHash } from 'node:crypto'

/** Seeded randomness, to repeat a run with `--seed`. */
export interface Random {
  /** A number in [0, 1). */
  next: () => number
  /** An integer from `from` to `to`, inclusive. */
  between: (from: number, to: number) => number
  pick: <T>(items: readonly T[]) => T
}

/** SHA-256 over seed and counter: slow for a simulation, fast enough to choose what to kill. */
export const seededRandom = (seed: string): Random => {
  let counter = 0
  const next = () => {
    const digest = createHash('sha256').update(`${seed}/${counter++}`).digest()
    return digest.readUInt32BE(0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return { next, between, pick: (items) => items[between(0, items.length - 1)]! }
}
