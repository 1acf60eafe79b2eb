import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeLead } from './change-lead.ts'
import { patchFields } from './patch-fields.ts'
import { assertOpenLead } from './rules.ts'
import type { Lead, PatchLead } from './schemas.ts'

/** Records new facts about a family. A closed lead cannot change. */
export const patchLead = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchLead },
): Promise<Lead> =>
  changeLead(ctx, {
    ...ref,
    fields: (before, tx) => {
      assertOpenLead(before)
      return patchFields(tx, patch)
    },
  })
