import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { instrumentRecord } from './record.ts'

export const restoreInstrument = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, instrumentRecord, restoring)
