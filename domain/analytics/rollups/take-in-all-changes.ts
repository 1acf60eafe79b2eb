import type { Context } from '#platform/core/context/context.ts'
import { takeInChanges } from './take-in-changes.ts'

interface TakeInOptions {
  /** Changes that one transaction takes in. */
  batchSize?: number
  /** Ends the work between two transactions, by throwing its reason. */
  signal?: AbortSignal | undefined
}

/** Takes in what has changed at a centre, until nothing is left. Answers how many changes that were. */
export const takeInAllChanges = async (
  ctx: Context,
  { batchSize = 10_000, signal }: TakeInOptions = {},
): Promise<number> => {
  let taken = 0
  for (let batch = batchSize; batch === batchSize; taken += batch) {
    signal?.throwIfAborted()
    batch = await takeInChanges(ctx, { most: batchSize })
  }
  return taken
}
