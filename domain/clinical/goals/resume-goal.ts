import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { goalRecord } from './record.ts'
import { goalStatusAfter } from './rules.ts'

export const resumeGoal = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, goalRecord, {
    fields: (before) => ({ status: goalStatusAfter('resume', before.status) }),
  })
