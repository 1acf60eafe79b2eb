import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { formKindOf } from './form-kind-of.ts'
import { responseStatusAfter } from './rules.ts'

/** A form that is cancelled, of whichever kind. */
export type Cancelling = RecordRef & { reason: string }

export const cancelForm = (ctx: Context, { reason, ...ref }: Cancelling) => {
  const { record, cancelled } = formKindOf(ref.id)
  return changeRecord(ctx, ref, record, {
    fields: ({ status }) => ({
      status: responseStatusAfter('cancel', status),
      cancelReason: reason,
    }),
    effects: cancelled,
  })
}
