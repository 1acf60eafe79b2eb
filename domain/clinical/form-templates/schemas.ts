import { z } from 'zod'
import type {
  FormTemplate as FormTemplateModel,
  FormTemplateVersion as FormTemplateVersionModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import { FormDefinition } from './form-definition.ts'

const members = {
  name: line(200).meta({
    description: 'Name of the form, shown as the title of its page.',
    example: 'Intake',
  }),
  definition: FormDefinition.meta({
    description: 'Sections, questions, conditions and scores of the form.',
  }),
  remindDaysBefore: z
    .array(z.int().min(1).max(60))
    .max(5)
    .refine((days) => new Set(days).size === days.length, { error: 'must not repeat a day' })
    .meta({
      description: 'Numbers of days before the due date on which guardians are reminded.',
      example: [7, 2],
    }),
  validDays: z.int().min(1).max(3_650).nullable().meta({
    description:
      'Number of days for which a submitted form stays valid for services that require it; null if it does not expire.',
    example: 365,
  }),
}

export const FormTemplate = resourceSchema('FormTemplate', {
  id: idOf('formTemplate'),
  ...members,
  definition: members.definition.meta({ description: 'Draft of the next version.' }),
  publishedVersion: z.int().nullable().meta({
    description: 'Number of the published version in use; null until one is published.',
    example: 1,
  }),
  ...archivableMembers,
})
export type FormTemplate = z.infer<typeof FormTemplate>

export const CreateFormTemplate = z
  .strictObject({
    name: members.name,
    definition: members.definition,
    remindDaysBefore: members.remindDaysBefore.default([7, 2]),
    validDays: members.validDays.default(null),
  })
  .meta({
    id: 'CreateFormTemplate',
    example: { name: 'Intake', definition: z.globalRegistry.get(FormDefinition)!.example },
  })
export type CreateFormTemplate = z.infer<typeof CreateFormTemplate>

export const PatchFormTemplate = z
  .strictObject({
    name: members.name.exactOptional(),
    definition: members.definition
      .exactOptional()
      .meta({ description: 'New definition, which replaces the whole previous one.' }),
    remindDaysBefore: members.remindDaysBefore.exactOptional(),
    validDays: members.validDays.exactOptional(),
  })
  .meta({ id: 'PatchFormTemplate', example: { remindDaysBefore: [3] } })
export type PatchFormTemplate = z.infer<typeof PatchFormTemplate>

/** A published version. It never changes, and responses keep their version. */
export const FormTemplateVersion = resourceSchema('FormTemplateVersion', {
  templateId: idOf('formTemplate'),
  number: z.int().meta({ description: 'Number, counted from 1.', example: 1 }),
  definition: FormDefinition.meta({
    description: 'Sections, questions, conditions and scores of this version.',
  }),
  publishedBy: z.string().meta({
    description: 'ID of the user or API key that published the version.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso.datetime().meta({
    description: 'When the version was published, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type FormTemplateVersion = z.infer<typeof FormTemplateVersion>

/** A stored definition, which was validated when it was saved. */
export const definitionOf = (row: { definition: unknown }): FormDefinition =>
  fromJson(FormDefinition, row.definition)

export const toFormTemplate = (row: FormTemplateModel): FormTemplate => ({
  id: row.id,
  name: row.name,
  definition: definitionOf(row),
  remindDaysBefore: row.remindDaysBefore,
  validDays: row.validDays,
  publishedVersion: row.publishedVersion,
  ...archivableOf(row),
})

export const toFormTemplateVersion = (row: FormTemplateVersionModel): FormTemplateVersion => ({
  templateId: row.templateId,
  number: row.number,
  definition: definitionOf(row),
  publishedBy: row.publishedBy,
  publishedAt: utc(row.publishedAt),
})
