import { taskMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { endMark } from '../worklist/end-mark.ts'
import { announceAssignment } from './announce-assignment.ts'
import { assertAssignment } from './assert-assignment.ts'
import { taskRecord } from './record.ts'
import type { PatchTask } from './schemas.ts'

/** Changes an open task, and notifies a new assignee. */
export const patchTask = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchTask }) =>
  moveRecord(ctx, ref, taskRecord, taskMoves, 'patch', {
    fields: async (before, tx) => {
      const { assigneeId = before.assigneeId, role = before.role } = patch
      if (patch.assigneeId !== undefined || patch.role !== undefined)
        await assertAssignment(tx, { assigneeId, role })
      // Both texts are now written by a person.
      const isReworded = patch.title !== undefined && patch.notes !== undefined
      return { ...patch, ...(isReworded && { readingNeeds: [] }) }
    },
    effects: async (tx, after, before) => {
      if (after.assigneeId === before.assigneeId && after.role === before.role) return
      endMark(tx, after.id)
      await announceAssignment(tx, after)
    },
  })
