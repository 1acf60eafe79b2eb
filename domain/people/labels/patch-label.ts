import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { labelRecord } from './record.ts'
import type { PatchLabel } from './schemas.ts'

export const patchLabel = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchLabel }) =>
  changeRecord(ctx, ref, labelRecord, { fields: () => patch })
