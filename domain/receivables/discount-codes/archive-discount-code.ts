import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { discountCodeRecord } from './record.ts'

export const archiveDiscountCode = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, discountCodeRecord, archiving)
