import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeLead } from './change-lead.ts'
import { assertComplete } from './rules.ts'

/** The centre can do something for the family. A person decides it, once enough is known. */
export const qualifyLead = (ctx: Context, ref: RecordRef) =>
  changeLead(ctx, {
    ...ref,
    move: 'qualify',
    fields: (before) => {
      assertComplete(before)
      return {}
    },
  })
