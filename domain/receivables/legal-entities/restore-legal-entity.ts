import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { legalEntityRecord } from './record.ts'

export const restoreLegalEntity = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, legalEntityRecord, restoring)
