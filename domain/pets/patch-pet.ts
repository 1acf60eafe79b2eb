import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { petRecord } from './record.ts'
import type { PatchPet } from './schemas.ts'

export const patchPet = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchPet }) =>
  changeRecord(ctx, ref, petRecord, { fields: () => patch })
