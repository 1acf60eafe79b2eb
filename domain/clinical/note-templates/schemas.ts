import { z } from 'zod'
import type { NoteTemplate as NoteTemplateModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { MAX_SECTIONS, sectionKey } from '../notes/schemas.ts'
import { NoteFormat, SECTIONS_OF, type DefinedSection } from '../notes/rules.ts'

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

const DEFINED = [...new Set(Object.values(SECTIONS_OF).flat())]

const SectionOf = Object.fromEntries(
  DEFINED.map((section) => [section, TemplateSection.exactOptional()]),
) as Record<DefinedSection, z.ZodExactOptional<typeof TemplateSection>>

/** A section that the centre defines. */
const CustomSection = z.strictObject({
  key: sectionKey,
  title: line(200).meta({ description: 'Title of the section.', example: 'Home exercises' }),
  help: line(500)
    .exactOptional()
    .meta({ description: 'Hint for the author of this section.', example: 'What to practise' }),
  required: z.boolean().default(false).meta({
    description: 'Whether the note cannot be signed without this section.',
    example: true,
  }),
  text: prose(5000).exactOptional().meta({ description: 'Initial text of the section.' }),
})

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
  format: z.enum(NoteFormat).meta({
    description:
      'Format of the notes. SOAP, DAP, BIRP and NARRATIVE have fixed sections; SECTIONS has those in `customSections`.',
    example: 'SOAP',
  }),
  sections: z.strictObject(SectionOf).meta({
    description:
      'Initial text of each section of the format, and which sections are required; empty for SECTIONS.',
    example: {
      objective: { prompt: 'Sounds produced, of how many tries', required: true },
      plan: { text: 'Next session: ' },
    },
  }),
  customSections: z.array(CustomSection).max(MAX_SECTIONS).meta({
    description: 'The centre’s own sections, in their order, for the format SECTIONS.',
    example: [],
  }),
}

export const NoteTemplate = resourceSchema('NoteTemplate', {
  id: idOf('noteTemplate'),
  ...members,
  ...archivableMembers,
})
export type NoteTemplate = z.infer<typeof NoteTemplate>

export const CreateNoteTemplate = z
  .strictObject({
    ...members,
    format: members.format.default('SOAP'),
    sections: members.sections.default({}),
    customSections: members.customSections.default([]),
  })
  .meta({
    id: 'CreateNoteTemplate',
    example: {
      discipline: 'SPEECH_THERAPY',
      name: 'Articulation',
      sections: {
        objective: { prompt: 'Sounds produced, of how many tries', required: true },
        plan: { text: 'Next session: ' },
      },
    },
  })
export type CreateNoteTemplate = z.infer<typeof CreateNoteTemplate>

export const PatchNoteTemplate = z
  .strictObject({
    name: members.name.exactOptional(),
    sections: members.sections.exactOptional().meta({
      description: 'Sections of the template. They replace all previous sections.',
      example: { plan: { required: true } },
    }),
    customSections: members.customSections.exactOptional().meta({
      description:
        'The centre’s own sections, for the format SECTIONS. They replace all previous sections.',
      example: [{ key: 'homeExercises', title: 'Home exercises', required: true }],
    }),
  })
  .meta({ id: 'PatchNoteTemplate', example: { sections: { plan: { required: true } } } })
export type PatchNoteTemplate = z.infer<typeof PatchNoteTemplate>

export const toNoteTemplate = (row: NoteTemplateModel): NoteTemplate => ({
  id: row.id,
  discipline: row.discipline,
  name: row.name,
  format: row.format as NoteFormat,
  sections: fromJson(NoteTemplate.shape.sections, row.sections),
  customSections: fromJson(NoteTemplate.shape.customSections, row.customSections),
  ...archivableOf(row),
})
