import { taskMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { endMark } from '../worklist/end-mark.ts'
import { announceAssignment } from './announce-assignment.ts'
import { taskRecord } from './record.ts'

/** Reopens a task and notifies its assignee again. */
export const reopenTask = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, taskRecord, taskMoves, 'reopen', {
    fields: () => ({
      closedAt: null,
      closedBy: null,
    }),
    effects: async (tx, task) => {
      endMark(tx, task.id)
      await announceAssignment(tx, task)
    },
  })
