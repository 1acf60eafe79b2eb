import type { Context } from '#platform/core/context/context.ts'
import { markEntry } from './mark-entry.ts'

/** Lists a snoozed entry again. */
export const unsnoozeEntry = (ctx: Context, entryId: string) =>
  markEntry(ctx, entryId, () => Promise.resolve({ snoozeEndsAt: null, snoozeReason: null }))
