import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { markEntry } from './mark-entry.ts'
import type { SnoozeWorklistEntry } from './schemas.ts'

const MOST_DAYS = 366

/** Leaves an entry out of the list until an instant. */
export const snoozeEntry = (ctx: Context, { entryId, endsAt, reason }: SnoozeWorklistEntry) =>
  markEntry(ctx, entryId, (tx) => {
    if (endsAt <= tx.now) throw invalid('endsAt', 'in_the_past', 'endsAt must be in the future.')
    if (endsAt.getTime() > tx.now.getTime() + MOST_DAYS * DAY_MS)
      throw invalid('endsAt', 'too_long', 'endsAt must be within a year.')
    return Promise.resolve({ snoozeEndsAt: endsAt, snoozeReason: reason })
  })
