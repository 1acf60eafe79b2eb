import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { customFieldRecord } from './record.ts'
import { assertOptions } from './rules.ts'
import type { PatchCustomField } from './schemas.ts'

/** Changes a field's definition. Stored values are kept, even values of a removed option. */
export const patchCustomField = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchCustomField },
) =>
  changeRecord(ctx, ref, customFieldRecord, {
    fields: (before) => {
      assertOptions(before.type, patch.options ?? before.options)
      return patch
    },
  })
