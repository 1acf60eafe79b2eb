import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { withTriggers } from '../triggers/with-triggers.ts'
import { agentRecord } from './record.ts'

/** No run starts any more. Those under way go on. */
export const archiveAgent = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, agentRecord, {
    fields: (before, tx) => withTriggers(tx, before, { archivedAt: before.archivedAt ?? tx.now }),
  })
