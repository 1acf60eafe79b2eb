import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { petRecord } from './record.ts'
import type { PatchPet } from './schemas.ts'

export const patchPet = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchPet }) =>
  changeRecord(ctx, ref, petRecord, { fields: () => patch })
