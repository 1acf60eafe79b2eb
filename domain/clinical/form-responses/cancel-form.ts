import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { formKindOf } from './form-kind-of.ts'

/** The input for cancelling a form of any kind. */
export type Cancelling = RecordRef & { reason: string }

export const cancelForm = (ctx: Context, { reason, ...ref }: Cancelling) => {
  const { record, moves } = formKindOf(ref.id)
  return moveRecord(ctx, ref, record, moves, 'cancel', { fields: () => ({ cancelReason: reason }) })
}
