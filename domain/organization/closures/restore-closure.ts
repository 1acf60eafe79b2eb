import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { closureChanged } from './listeners.ts'
import { closureRecord } from './record.ts'

export const restoreClosure = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, closureRecord, { ...restoring, effects: closureChanged })
