import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeLead } from './change-lead.ts'
import { assertComplete } from './rules.ts'

/** Records that the centre can help the family. A person decides this once enough is known. */
export const qualifyLead = (ctx: Context, ref: RecordRef) =>
  changeLead(ctx, {
    ...ref,
    move: 'qualify',
    fields: (before) => {
      assertComplete(before)
      return {}
    },
  })
