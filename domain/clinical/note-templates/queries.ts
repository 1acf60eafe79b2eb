import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { archivedFilter, archivedQuery } from '#platform/core/lists/archived-filter.ts'
import { listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { SECTIONS, type Section, type Soap } from '../notes/rules.ts'
import { toNoteTemplate, type TemplateSections } from './schemas.ts'

export const NoteTemplateQuery = listQuery('noteTemplate', ['-createdAt', 'createdAt', 'name'], {
  discipline: z
    .string()
    .max(63)
    .optional()
    .meta({ description: 'Returns only templates of this discipline.' }),
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
  ...given(query, 'discipline'),
}))

const loadSections = async (reader: Reader, id: string | null): Promise<TemplateSections> =>
  id === null ? {} : toNoteTemplate(await loadNoteTemplate(reader, id)).sections

/** The initial text of notes with this template. */
export const loadTemplateText = async (reader: Reader, id: string | null): Promise<Soap> => {
  const sections = await loadSections(reader, id)
  const textOf = (section: Section) => sections[section]?.text ?? ''
  return Object.fromEntries(SECTIONS.map((section) => [section, textOf(section)])) as Soap
}

/** The parts that a note with this template must have before it is signed. */
export const loadRequiredSections = async (
  reader: Reader,
  id: string | null,
): Promise<Section[]> => {
  const sections = await loadSections(reader, id)
  return SECTIONS.filter((section) => sections[section]?.required)
}
