import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertTemplateSections } from './rules.ts'
import { toNoteTemplate, type CreateNoteTemplate, type NoteTemplate } from './schemas.ts'

/** A form for notes of one discipline. */
export const createNoteTemplate = (
  ctx: Context,
  input: CreateNoteTemplate,
): Promise<NoteTemplate> =>
  transact(ctx, 'note-templates:write', async (tx) => {
    assertTemplateSections(input)
    const row = await tx.db.noteTemplate.create({
      data: { ...freshRecord(tx, newId('noteTemplate')), ...input },
    })
    tx.created({ type: 'noteTemplate', id: row.id }, row)
    return toNoteTemplate(row)
  })
