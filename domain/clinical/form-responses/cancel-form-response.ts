import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { formResponseRecord } from './record.ts'
import { responseStatusAfter } from './rules.ts'
import { formChaseWorkflow } from './workflows.ts'

/** It is not wanted any more: its links end, and nobody is reminded. */
export const cancelFormResponse = (
  ctx: Context,
  { reason, ...ref }: RecordRef & { reason: string },
) =>
  changeRecord(ctx, ref, formResponseRecord, {
    fields: ({ status }) => ({
      status: responseStatusAfter('cancel', status),
      cancelReason: reason,
    }),
    effects: (tx, { id }) => tx.wake(formChaseWorkflow, id),
  })
