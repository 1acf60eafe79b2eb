import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { erasureRecord } from './record.ts'
import { decide } from './rules.ts'
import { erasureApprovalWorkflow, personErasureWorkflow } from './workflows.ts'

/** Calls an erasure off before it begins. What has begun cannot be undone. */
export const cancelErasure = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, erasureRecord, {
    fields: ({ status }, tx) => ({ status: decide('cancel', status), cancelledAt: tx.now }),
    effects: (tx, { id }, { status }) =>
      tx.wake(status === 'SCHEDULED' ? personErasureWorkflow : erasureApprovalWorkflow, id),
  })
