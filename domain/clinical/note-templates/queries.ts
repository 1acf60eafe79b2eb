import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { NoteFormat, SECTIONS, type Section } from '../notes/rules.ts'
import { toNoteTemplate } from './schemas.ts'

export const NoteTemplateQuery = listQuery('noteTemplate', ['-createdAt', 'createdAt', 'name'], {
  discipline: z
    .string()
    .max(63)
    .optional()
    .meta({ description: 'Returns only templates of this discipline.' }),
  format: anyOf(NoteFormat, 'Returns only templates of this format.'),
  ...archivedQuery,
})
export type NoteTemplateQuery = z.infer<typeof NoteTemplateQuery>

const noteTemplates = recordQueries({
  permission: 'note-templates:read',
  name: 'note template',
  find: ({ db }, selection: Selection<Prisma.NoteTemplateWhereInput>) =>
    db.noteTemplate.findMany(selection),
  show: each(toNoteTemplate),
})

export const loadNoteTemplate = noteTemplates.load
export const getNoteTemplate = noteTemplates.get
export const listNoteTemplates = noteTemplates.list((query: NoteTemplateQuery) => ({
  ...archivedFilter(query),
  ...given(query, 'discipline', 'format'),
}))

/** The parts that a SOAP note with this template must have before it is signed. */
export const loadRequiredSections = async (
  reader: Reader,
  id: string | null,
): Promise<Section[]> => {
  if (id === null) return []
  const { sections } = toNoteTemplate(await loadNoteTemplate(reader, id))
  return SECTIONS.filter((section) => sections[section]?.required)
}
