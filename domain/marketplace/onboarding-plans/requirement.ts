import { z } from 'zod'
import { ContentType } from '#clinical/attachments/rules.ts'
import { Profession } from '#organization/providers/profile-schemas.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { line } from '#platform/core/records/record.ts'

export const RequirementKind = [
  'DOCUMENT',
  'LICENSE',
  'REFERENCE',
  'AGREEMENT',
  'TRAINING',
  'BACKGROUND_CHECK',
  'INTERVIEW',
] as const
export type RequirementKind = (typeof RequirementKind)[number]

/** Who must act before a requirement can be reviewed. */
export const ProvidedBy = ['APPLICANT', 'CENTRE', 'REFEREE'] as const
export type ProvidedBy = (typeof ProvidedBy)[number]

const distinct = <Item extends z.ZodType<string>>(item: Item, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain duplicates' })

/** The key of a requirement, which identifies its item in paths and step names. */
const requirementKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, {
      error: 'must be up to 40 lower-case letters, digits and hyphens, beginning with a letter',
    })
    .meta({
      description: 'Unique key in its plan: lower-case letters, digits, hyphens.',
      example: 'diploma',
    })

/** A requirement that applicants must meet. */
export const Requirement = z
  .strictObject({
    key: requirementKey(),
    kind: growing(z.enum(RequirementKind)).meta({
      description: 'What it is.',
      example: 'DOCUMENT',
    }),
    title: line(200).meta({
      description: 'Text for the applicant.',
      example: 'Diploma or certificate of your profession',
    }),
    providedBy: z.enum(ProvidedBy).meta({
      description: 'Who provides it. A reference comes from REFEREE, whom the applicant names.',
      example: 'APPLICANT',
    }),
    dueAfterDays: z.int().min(1).max(365).meta({
      description: 'Days from the start, or from its return, until it is due.',
      example: 14,
    }),
    blocking: z.boolean().meta({
      description: 'Whether approval requires it.',
      example: true,
    }),
    expiresAfterDays: z.int().min(1).max(3_650).nullable().meta({
      description: 'How many days it is valid after acceptance; null: without end.',
      example: null,
    }),
    professions: distinct(Profession, Profession.options.length).meta({
      description: 'Required only of applicants with these professions; empty: all.',
      example: [],
    }),
    locationIds: distinct(idOf('location'), 50).meta({
      description: 'Required only of applicants for one of these locations; empty: all.',
      example: [],
    }),
    contentTypes: distinct(z.enum(ContentType), ContentType.length).meta({
      description: 'Media types of the file that the applicant sends; empty: PDF, JPEG and PNG.',
      example: ['application/pdf'],
    }),
    formTemplateId: idOf('formTemplate').nullable().meta({
      description: 'For an AGREEMENT: the form to sign. null otherwise.',
      example: null,
    }),
    references: z.int().min(1).max(5).nullable().meta({
      description: 'For a REFERENCE: the number of referees. null otherwise.',
      example: null,
    }),
  })
  .meta({ id: 'OnboardingRequirement' })
export type Requirement = z.infer<typeof Requirement>

export const EXAMPLE_REQUIREMENT = {
  key: 'diploma',
  kind: 'DOCUMENT',
  title: 'Diploma or certificate of your profession',
  providedBy: 'APPLICANT',
  dueAfterDays: 14,
  blocking: true,
  expiresAfterDays: null,
  professions: [],
  locationIds: [],
  contentTypes: ['application/pdf'],
  formTemplateId: null,
  references: null,
}

/** A requirement as callers send it, with optional members. */
export const NewRequirement = z
  .strictObject({
    ...Requirement.shape,
    providedBy: Requirement.shape.providedBy.exactOptional().meta({
      description:
        'Default: APPLICANT; REFEREE for a REFERENCE, CENTRE for a BACKGROUND_CHECK or INTERVIEW.',
    }),
    dueAfterDays: Requirement.shape.dueAfterDays.default(14),
    blocking: Requirement.shape.blocking.default(true),
    expiresAfterDays: Requirement.shape.expiresAfterDays.default(null),
    professions: Requirement.shape.professions.default([]),
    locationIds: Requirement.shape.locationIds.default([]),
    contentTypes: Requirement.shape.contentTypes.default([]),
    formTemplateId: Requirement.shape.formTemplateId.default(null),
    references: Requirement.shape.references.default(null),
  })
  .meta({
    id: 'NewOnboardingRequirement',
    example: { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma', dueAfterDays: 14 },
  })
export type NewRequirement = z.infer<typeof NewRequirement>
