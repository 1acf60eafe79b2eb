import type { Context } from '#platform/core/context/context.ts'

/** Derived data of another context, such as daily sums. */
export interface DerivedCopies {
  /** Recomputes everything changed since the last time, from current records. */
  takeInChanges: (ctx: Context) => Promise<unknown>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    derivedCopies: readonly DerivedCopies[]
  }
}

/** Updates all derived copies after the records, so a reported erasure covers them too. */
export const takeInErased = async (ctx: Context): Promise<void> => {
  for (const copies of ctx.platform.registry.derivedCopies) await copies.takeInChanges(ctx)
}
