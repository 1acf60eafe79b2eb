import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { announceAssignment } from './announce-assignment.ts'
import { taskRecord } from './record.ts'
import { taskStatusAfter } from './rules.ts'

/** The task is to be done after all. Its assignee is told again. */
export const reopenTask = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, taskRecord, {
    fields: (before) => ({
      status: taskStatusAfter('reopen', before.status),
      closedAt: null,
      closedBy: null,
    }),
    effects: announceAssignment,
  })
