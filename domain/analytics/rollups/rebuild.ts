import type { Context } from '#platform/core/context/context.ts'
import { continueRebuild, type RebuiltMonth } from './continue-rebuild.ts'

interface RebuildOptions {
  /** Aborts between two months by throwing its reason. */
  signal?: AbortSignal
  onMonth?: (counted: RebuiltMonth) => void
}

/** Continues a centre's rebuild to its end. Returns the number of counted months, or 0 if no rebuild is in progress. */
export const rebuild = async (
  ctx: Context,
  { signal, onMonth }: RebuildOptions = {},
): Promise<number> => {
  for (let months = 0; ; months += 1) {
    signal?.throwIfAborted()
    const counted = await continueRebuild(ctx)
    if (counted === null) return months
    onMonth?.(counted)
  }
}
