import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { standingChanged } from './listeners.ts'
import { providerRecord } from './record.ts'

export const restoreProvider = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, providerRecord, { ...restoring, effects: standingChanged })
