import { erasureMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { loadPerson } from '#people/persons/person.ts'
import { findBlockers } from './find-blockers.ts'
import { erasureRecord } from './record.ts'
import { assertNothingOpen } from './rules.ts'

/** Approves an erasure, which a second person must do. The grace period starts. */
export const approveErasure = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, erasureRecord, erasureMoves, 'approve', {
    fields: async (before, tx) => {
      const approvedAlone = await assertSecondPerson(tx, [before.createdBy], OWN_REQUEST, {
        isPerson: true,
        alone: { permission: 'erasures:write', since: before.createdAt, wait: 'LONGEST' },
      })
      assertNothingOpen(await findBlockers(tx, await loadPerson(tx, before)))
      const startsAt = new Date(tx.now.getTime() + before.graceDays * DAY_MS)
      return { approvedBy: tx.actor.id, approvedAt: tx.now, approvedAlone, startsAt }
    },
  })

const OWN_REQUEST =
  'You requested this erasure, so you cannot approve it. Ask another person to approve it, or cancel it.'
