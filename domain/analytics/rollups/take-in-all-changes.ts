import type { Context } from '#platform/core/context/context.ts'
import { takeInChanges } from './take-in-changes.ts'

interface TakeInOptions {
  /** The number of changes per transaction. */
  batchSize?: number
  /** Aborts between two transactions by throwing its reason. */
  signal?: AbortSignal | undefined
}

/** Counts all pending changes of a centre. Returns their number. */
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
