import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { assertMeeting } from './assert-meeting.ts'
import { columnsOf } from './columns-of.ts'
import { ifspMoves } from './moves.ts'
import { ifspRecord } from './record.ts'
import { assertConcurred } from './rules.ts'
import { contentOf, type PatchIfsp } from './schemas.ts'

/** Changes a draft. Its parts are replaced as a whole. */
export const patchIfsp = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchIfsp }) =>
  moveRecord(ctx, ref, ifspRecord, ifspMoves, 'patch', {
    fields: async (before, tx) => {
      const { kind, meetingOn, changeNote, ...content } = patch
      const after = { ...contentOf(before), ...content }
      assertConcurred(after)
      if (meetingOn !== undefined) await assertMeeting(tx, meetingOn, before.program)
      return {
        ...columnsOf(after),
        ...(kind && { kind }),
        ...(meetingOn && { meetingOn: dateColumn(meetingOn) }),
        ...(changeNote !== undefined && { changeNote }),
      }
    },
  })
