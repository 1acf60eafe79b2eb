import { z } from 'zod'
import type {
  OnboardingPlan as PlanModel,
  OnboardingPlanVersion as VersionModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc } from '#platform/core/time/time.ts'
import { EXAMPLE_REQUIREMENT, NewRequirement, Requirement } from './requirement.ts'

const name = line(200).meta({ description: 'Name of the plan.', example: 'Speech therapists' })

const requirements = z
  .array(Requirement)
  .max(50)
  .meta({ description: 'Requirements, in order.', example: [EXAMPLE_REQUIREMENT] })

const newRequirements = z
  .array(NewRequirement)
  .min(1)
  .max(50)
  .meta({ description: 'Requirements, in order, at most 50.' })

/** A centre's requirements for providers. */
export const OnboardingPlan = resourceSchema('OnboardingPlan', {
  id: idOf('onboardingPlan'),
  name,
  requirements: requirements.meta({ description: 'Draft of the next version.' }),
  publishedVersion: z.int().nullable().meta({
    description: 'Published version that new onboardings follow; null until one is published.',
    example: 1,
  }),
  ...archivableMembers,
})
export type OnboardingPlan = z.infer<typeof OnboardingPlan>

export const CreateOnboardingPlan = z.strictObject({ name, requirements: newRequirements }).meta({
  id: 'CreateOnboardingPlan',
  example: {
    name: 'Speech therapists',
    requirements: [
      { key: 'diploma', kind: 'DOCUMENT', title: 'Diploma', dueAfterDays: 14 },
      { key: 'references', kind: 'REFERENCE', title: 'Two references', references: 2 },
      { key: 'interview', kind: 'INTERVIEW', title: 'Interview', dueAfterDays: 30 },
    ],
  },
})
export type CreateOnboardingPlan = z.infer<typeof CreateOnboardingPlan>

export const PatchOnboardingPlan = z
  .strictObject({
    name: name.exactOptional(),
    requirements: newRequirements
      .exactOptional()
      .meta({ description: 'Requirements of the plan. They replace all previous requirements.' }),
  })
  .meta({ id: 'PatchOnboardingPlan', example: { name: 'Therapists' } })
export type PatchOnboardingPlan = z.infer<typeof PatchOnboardingPlan>

/** A published version. It never changes, and onboardings keep their version. */
export const OnboardingPlanVersion = resourceSchema('OnboardingPlanVersion', {
  planId: idOf('onboardingPlan'),
  number: z.int().meta({ description: 'Number, counted from 1.', example: 1 }),
  requirements,
  publishedBy: z.string().meta({
    description: 'ID of the user or API key that published the version.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso.datetime().meta({
    description: 'When the version was published, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type OnboardingPlanVersion = z.infer<typeof OnboardingPlanVersion>

/** Stored requirements, which were validated when they were saved. */
export const requirementsIn = (row: { requirements: unknown }): Requirement[] =>
  fromJson(requirements, row.requirements)

export const toOnboardingPlan = (row: PlanModel): OnboardingPlan => ({
  id: row.id,
  name: row.name,
  requirements: requirementsIn(row),
  publishedVersion: row.publishedVersion,
  ...archivableOf(row),
})

export const toOnboardingPlanVersion = (row: VersionModel): OnboardingPlanVersion => ({
  planId: row.planId,
  number: row.number,
  requirements: requirementsIn(row),
  publishedBy: row.publishedBy,
  publishedAt: utc(row.publishedAt),
})
