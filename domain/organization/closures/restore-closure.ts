import { changeRecord, restoring } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { closureChanged } from './listeners.ts'
import { closureRecord } from './record.ts'

export const restoreClosure = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, closureRecord, { ...restoring, effects: closureChanged })
