import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { archivedFilter, archivedQuery } from '#platform/core/archived-filter.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { SECTIONS, type Section, type Soap } from '../notes/rules.ts'
import { toNoteTemplate, type TemplateSections } from './schemas.ts'

export const NoteTemplateQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'name'),
  discipline: z
    .string()
    .max(63)
    .optional()
    .meta({ description: 'Only templates of this discipline.' }),
  ...archivedQuery,
})
export type NoteTemplateQuery = z.infer<typeof NoteTemplateQuery>

export const getNoteTemplate = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'note-templates:read', async (reader) =>
    toNoteTemplate(await loadNoteTemplate(reader, id)),
  )

export const listNoteTemplates = (ctx: Context, query: NoteTemplateQuery) =>
  read(ctx, 'note-templates:read', (reader) => {
    const { discipline } = query
    const filter = {
      tenantId: reader.tenantId,
      ...archivedFilter(query),
      ...(discipline && { discipline }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.noteTemplate.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toNoteTemplate,
    )
  })

export const loadNoteTemplate = async (reader: Reader, id: string) => {
  const row = await reader.db.noteTemplate.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('note template')
  return row
}

const loadSections = async (reader: Reader, id: string | null): Promise<TemplateSections> =>
  id === null ? {} : toNoteTemplate(await loadNoteTemplate(reader, id)).sections

/** What a note of this template begins with. */
export const loadTemplateText = async (reader: Reader, id: string | null): Promise<Soap> => {
  const sections = await loadSections(reader, id)
  const textOf = (section: Section) => sections[section]?.text ?? ''
  return Object.fromEntries(SECTIONS.map((section) => [section, textOf(section)])) as Soap
}

/** What a note of this template must have before it is signed. */
export const loadRequiredSections = async (
  reader: Reader,
  id: string | null,
): Promise<Section[]> => {
  const sections = await loadSections(reader, id)
  return SECTIONS.filter((section) => sections[section]?.required)
}
