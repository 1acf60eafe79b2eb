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
    .refine((all) => new Set(all).size === all.length, { error: 'must not name one twice' })

/** The key of a requirement: the name of its item in paths and step names. */
const requirementKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, {
      error: 'must be up to 40 small letters, digits and hyphens, a letter first',
    })
    .meta({
      description: 'Names the requirement in its plan: small letters, digits, hyphens.',
      example: 'diploma',
    })

/** One requirement for applicants. */
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
      description: 'Whether nobody is approved without it.',
      example: true,
    }),
    expiresAfterDays: z.int().min(1).max(3_650).nullable().meta({
      description: 'How many days it counts once it was accepted; null: for good.',
      example: null,
    }),
    professions: distinct(Profession, Profession.options.length).meta({
      description: 'Only applicants of these professions are asked for it; empty: all.',
      example: [],
    }),
    locationIds: distinct(idOf('location'), 50).meta({
      description: 'Only applicants for one of these locations are asked for it; empty: all.',
      example: [],
    }),
    contentTypes: distinct(z.enum(ContentType), ContentType.length).meta({
      description: 'Media types of the file that the applicant sends; empty: PDF, JPEG and PNG.',
      example: ['application/pdf'],
    }),
    formTemplateId: idOf('formTemplate').nullable().meta({
      description: 'Of an AGREEMENT: the form that is signed. null for all else.',
      example: null,
    }),
    references: z.int().min(1).max(5).nullable().meta({
      description: 'Of a REFERENCE: how many people give one. null for all else.',
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

/** Optional members of a plan. */
export const NewRequirement = z
  .strictObject({
    ...Requirement.shape,
    providedBy: Requirement.shape.providedBy.exactOptional().meta({
      description:
        'Without it APPLICANT; of a REFERENCE REFEREE, of a BACKGROUND_CHECK or INTERVIEW CENTRE.',
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
