import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { settlementRecord } from './record.ts'
import { releaseLines } from './release-lines.ts'
import { settlementStatusAfter } from './rules.ts'

/** Takes back a draft that nobody has approved. */
export const cancelSettlement = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, settlementRecord, {
    fields: (before) => ({ status: settlementStatusAfter('cancel', before.status) }),
    effects: (tx, after) => releaseLines(tx, after.id),
  })
