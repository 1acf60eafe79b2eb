import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertDefinition } from './definition-issues.ts'
import { formTemplateRecord } from './record.ts'
import type { PatchFormTemplate } from './schemas.ts'

/** Changes the next version; published versions stay unchanged. */
export const patchFormTemplate = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchFormTemplate },
) =>
  changeRecord(ctx, ref, formTemplateRecord, {
    fields: () => {
      if (patch.definition) assertDefinition(patch.definition)
      return patch
    },
  })
