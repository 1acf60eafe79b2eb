import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { roomRecord } from './record.ts'
import type { PatchRoom } from './schemas.ts'

export const patchRoom = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchRoom }) =>
  changeRecord(ctx, ref, roomRecord, { fields: () => patch })
