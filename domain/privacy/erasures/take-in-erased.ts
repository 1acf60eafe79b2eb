import type { Context } from '#platform/core/context/context.ts'

/** What another context keeps that was computed from records, such as sums by day. */
export interface DerivedCopies {
  /** Computes anew, from the records as they are now, all that has changed since the last time. */
  takeInChanges: (ctx: Context) => Promise<unknown>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    derivedCopies: readonly DerivedCopies[]
  }
}

/** Has all copies follow the records: what an erasure took from these is not in the copies either when it says so. */
export const takeInErased = async (ctx: Context): Promise<void> => {
  for (const copies of ctx.platform.registry.derivedCopies) await copies.takeInChanges(ctx)
}
