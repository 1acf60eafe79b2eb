import type { Context } from '#platform/core/context/context.ts'

/** Data that another context derives from records, such as daily sums. */
export interface DerivedCopies {
  /** Recomputes, from current records, everything that has changed since the last time. */
  takeInChanges: (ctx: Context) => Promise<unknown>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    derivedCopies: readonly DerivedCopies[]
  }
}

/** Updates all derived data after the records, so that an erasure covers it when it is reported. */
export const takeInErased = async (ctx: Context): Promise<void> => {
  for (const copies of ctx.platform.registry.derivedCopies) await copies.takeInChanges(ctx)
}
