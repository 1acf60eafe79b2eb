import type { NoteTemplate as NoteTemplateModel, Prisma } from '#prisma/generated/client.ts'
import { archivable, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadNoteTemplate } from './queries.ts'
import { toNoteTemplate, type NoteTemplate } from './schemas.ts'

/** How a template is loaded, written and shown by the verbs that change it. */
export const noteTemplateRecord: ArchivableKind<
  NoteTemplateModel,
  Prisma.NoteTemplateUncheckedUpdateInput,
  NoteTemplate
> = {
  type: 'noteTemplate',
  table: 'note_templates',
  permission: 'note-templates:write',
  load: loadNoteTemplate,
  update: (tx, id, data) => tx.db.noteTemplate.update({ where: keyOf(tx, id), data }),
  show: toNoteTemplate,
  ...archivable,
}
