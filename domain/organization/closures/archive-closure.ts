import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { closureChanged } from './listeners.ts'
import { closureRecord } from './record.ts'

export const archiveClosure = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, closureRecord, { ...archiving, effects: closureChanged })
