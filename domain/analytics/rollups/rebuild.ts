import type { Context } from '#platform/core/context/context.ts'
import { continueRebuild, type RebuiltMonth } from './continue-rebuild.ts'

interface RebuildOptions {
  /** Ends the work between two months, by throwing its reason. */
  signal?: AbortSignal
  onMonth?: (counted: RebuiltMonth) => void
}

/** Goes on with the rebuild of a centre until it has ended. Answers how many months it counted; 0 where none is under way. */
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
