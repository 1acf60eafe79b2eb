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
      description:
        'Key of the requirement, unique in its plan: lower-case letters, digits and hyphens.',
      example: 'diploma',
    })

/** A requirement that applicants must meet. */
export const Requirement = z
  .strictObject({
    key: requirementKey(),
    kind: growing(z.enum(RequirementKind)).meta({
      description: 'Kind of requirement.',
      example: 'DOCUMENT',
    }),
    title: line(200).meta({
      description: 'Text of the requirement for the applicant.',
      example: 'Diploma or certificate of your profession',
    }),
    providedBy: z.enum(ProvidedBy).meta({
      description:
        'Who must provide it. A reference is provided by the REFEREE, whom the applicant names.',
      example: 'APPLICANT',
    }),
    dueAfterDays: z.int().min(1).max(365).meta({
      description:
        'Number of days until the item is due, counted from the start or from when it was returned.',
      example: 14,
    }),
    blocking: z.boolean().meta({
      description: 'Whether the provider can be approved only after this requirement is met.',
      example: true,
    }),
    expiresAfterDays: z.int().min(1).max(3_650).nullable().meta({
      description:
        'Number of days for which the item is valid after it is accepted; null if it does not expire.',
      example: null,
    }),
    professions: distinct(Profession, Profession.options.length).meta({
      description: 'Professions of the applicants to whom the requirement applies; empty for all.',
      example: [],
    }),
    locationIds: distinct(idOf('location'), 50).meta({
      description: 'Locations of the applicants to whom the requirement applies; empty for all.',
      example: [],
    }),
    contentTypes: distinct(z.enum(ContentType), ContentType.length).meta({
      description: 'Accepted media types of the applicant’s file; empty for PDF, JPEG and PNG.',
      example: ['application/pdf'],
    }),
    formTemplateId: idOf('formTemplate').nullable().meta({
      description: 'For an AGREEMENT: the form to sign; otherwise null.',
      example: null,
    }),
    references: z.int().min(1).max(5).nullable().meta({
      description: 'For a REFERENCE: the number of referees; otherwise null.',
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
        'Who must provide it. Defaults to APPLICANT, to REFEREE for a REFERENCE, and to CENTRE for a BACKGROUND_CHECK or INTERVIEW.',
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
