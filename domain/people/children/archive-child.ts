import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { standingChanged } from './listeners.ts'
import { childRecord } from './record.ts'

export const archiveChild = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, childRecord, {
    ...archiving,
    // Who is archived is not reminded of.
    effects: (tx, { id }) => standingChanged(tx, id),
  })
