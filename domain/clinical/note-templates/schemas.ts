import { z } from 'zod'
import type { NoteTemplate as NoteTemplateModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { SECTIONS } from '../notes/rules.ts'

const TemplateSection = z
  .strictObject({
    prompt: line(500).exactOptional().meta({ description: 'Hint for the author of this section.' }),
    text: prose(5000).exactOptional().meta({ description: 'Initial text of the section.' }),
    required: z.boolean().exactOptional().meta({
      description: 'Whether the note cannot be signed without this section.',
    }),
  })
  .meta({
    description: 'Initial text of this section of a note. Empty by default.',
  })

const SectionOf = Object.fromEntries(
  SECTIONS.map((section) => [section, TemplateSection.exactOptional()]),
) as Record<(typeof SECTIONS)[number], z.ZodExactOptional<typeof TemplateSection>>

const members = {
  discipline: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,62}$/, {
      error: 'must be upper-case letters, digits and underscores, such as SPEECH_THERAPY',
    })
    .meta({
      description: 'Discipline whose notes use the template, in capitals.',
      example: 'SPEECH_THERAPY',
    }),
  name: line(200).meta({ description: 'Name of the template.', example: 'Articulation' }),
  sections: z.strictObject(SectionOf).meta({
    description: 'Initial text of each section, and which sections are required.',
    example: {
      objective: { prompt: 'Sounds produced, of how many tries', required: true },
      plan: { text: 'Next session: ' },
    },
  }),
}

export const NoteTemplate = resourceSchema('NoteTemplate', {
  id: idOf('noteTemplate'),
  ...members,
  ...archivableMembers,
})
export type NoteTemplate = z.infer<typeof NoteTemplate>

export const CreateNoteTemplate = resourceSchema('CreateNoteTemplate', members)
export type CreateNoteTemplate = z.infer<typeof CreateNoteTemplate>

export const PatchNoteTemplate = z
  .strictObject({
    name: members.name.exactOptional(),
    sections: members.sections.exactOptional().meta({
      description: 'Sections of the template. They replace all previous sections.',
      example: { plan: { required: true } },
    }),
  })
  .meta({ id: 'PatchNoteTemplate', example: { sections: { plan: { required: true } } } })
export type PatchNoteTemplate = z.infer<typeof PatchNoteTemplate>

export type TemplateSections = NoteTemplate['sections']

export const toNoteTemplate = (row: NoteTemplateModel): NoteTemplate => ({
  id: row.id,
  discipline: row.discipline,
  name: row.name,
  sections: fromJson(NoteTemplate.shape.sections, row.sections),
  ...archivableOf(row),
})
