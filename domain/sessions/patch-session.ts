import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { sessionRecord } from './record.ts'
import { assertSessionTimes } from './rules.ts'
import type { PatchSession } from './schemas.ts'

export const patchSession = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchSession },
) =>
  changeRecord(ctx, ref, sessionRecord, {
    fields: ({ startedAt, endedAt }, tx) => {
      assertSessionTimes({ startedAt, endedAt, ...patch }, tx.now)
      return patch
    },
  })
