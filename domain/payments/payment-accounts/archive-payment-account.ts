import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { paymentAccountRecord } from './record.ts'

/** New payments go through it no more. What it has taken is still given back by it, and its events are taken. */
export const archivePaymentAccount = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, paymentAccountRecord, archiving)
