import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeLead } from './change-lead.ts'
import type { LostReason } from './rules.ts'

/** Closes a lead as lost. Identifying data is deleted half a year later. */
export const loseLead = (ctx: Context, { reason, ...ref }: RecordRef & { reason: LostReason }) =>
  changeLead(ctx, {
    ...ref,
    move: 'lose',
    fields: () => ({ lostReason: reason }),
  })
