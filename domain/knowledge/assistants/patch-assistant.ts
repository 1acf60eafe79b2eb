import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { holdRoles } from '#staff/users/assert-position.ts'
import { assistantRecord } from './record.ts'
import type { PatchAssistant } from './schemas.ts'

/**
 * Renames an assistant, sets how long its answers are kept, or changes its next version. Published versions
 * stay unchanged.
 */
export const patchAssistant = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchAssistant },
) =>
  changeRecord(ctx, ref, assistantRecord, {
    fields: async (_, tx) => {
      if (patch.roles) await holdRoles(tx, patch.roles, 'roles')
      return patch
    },
  })
