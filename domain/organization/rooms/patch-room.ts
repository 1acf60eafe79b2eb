import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { roomRecord } from './record.ts'
import type { PatchRoom } from './schemas.ts'

export const patchRoom = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchRoom }) =>
  changeRecord(ctx, ref, roomRecord, { fields: () => patch })
