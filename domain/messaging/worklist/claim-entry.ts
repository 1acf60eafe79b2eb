import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { markEntry } from './mark-entry.ts'

/** Tells the others that the caller deals with an entry. */
export const claimEntry = (ctx: Context, entryId: string) =>
  markEntry(ctx, entryId, (tx, { claimedBy }) => {
    if (claimedBy !== null && claimedBy !== tx.actor.id)
      throw new DomainError(
        'invalid_transition',
        'Somebody else has claimed the entry. Release it first, or hand it over.',
        { extra: { status: 'CLAIMED', allowed: ['release', 'hand-over'] } },
      )
    return Promise.resolve(claimedBy === null ? { claimedBy: tx.actor.id, claimedAt: tx.now } : {})
  })
