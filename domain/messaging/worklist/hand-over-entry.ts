import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { assertAssignment } from '../tasks/assert-assignment.ts'
import { patchTask } from '../tasks/patch-task.ts'
import { markEntry } from './mark-entry.ts'
import type { HandOverWorklistEntry } from './schemas.ts'

/**
 * Hands an entry over to a person or a role, and ends its claim and its snooze. A task is assigned itself, which sends an e-mail.
 * The record of another entry stays as it is: only people with its permissions can act on it.
 */
export const handOverEntry = (ctx: Context, { entryId, assigneeId, role }: HandOverWorklistEntry) =>
  markEntry(ctx, entryId, async (tx, _, entry) => {
    if (assigneeId === null && role === null)
      throw invalid('assigneeId', 'exactly_one', 'Send assigneeId or role.')
    await assertAssignment(tx, { assigneeId, role })
    const released = { claimedBy: null, claimedAt: null, snoozeEndsAt: null, snoozeReason: null }
    if (entry.kind !== 'TASK') return { ...released, assigneeId, role }
    await patchTask(tx, { id: entry.recordId, patch: { assigneeId, role } })
    return released
  })
