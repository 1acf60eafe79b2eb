import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { noteTemplateRecord } from './record.ts'
import { assertTemplateSections } from './rules.ts'
import { toNoteTemplate, type PatchNoteTemplate } from './schemas.ts'

/** Changes the initial text of new notes, and the parts that drafts must have. */
export const patchNoteTemplate = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchNoteTemplate },
) =>
  changeRecord(ctx, ref, noteTemplateRecord, {
    fields: (before) => {
      assertTemplateSections({ ...toNoteTemplate(before), ...patch })
      return patch
    },
  })
