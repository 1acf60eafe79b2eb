import { archiving, changeRecord, restoring } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { cancellationPolicyRecord } from './record.ts'

export const archiveCancellationPolicy = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, cancellationPolicyRecord, archiving)

export const restoreCancellationPolicy = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, cancellationPolicyRecord, restoring)
