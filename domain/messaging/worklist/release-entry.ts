import type { Context } from '#platform/core/context/context.ts'
import { markEntry } from './mark-entry.ts'

/** Ends a claim, so that others see that nobody deals with the entry. */
export const releaseEntry = (ctx: Context, entryId: string) =>
  markEntry(ctx, entryId, () => Promise.resolve({ claimedBy: null, claimedAt: null }))
