import { z } from 'zod'
import { recordMembers } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { RETENTION_YEARS } from './rules.ts'

const { clinicalYears, childUntilAge, financialYears } = RETENTION_YEARS

/** The retention periods of a centre, within the legal limits: see rules.ts. */
const members = {
  clinicalYears: z.int().min(clinicalYears.least).max(clinicalYears.most).meta({
    description:
      'Number of years for which clinical records are kept after the last contact. § 630f(3) BGB requires 10.',
    example: clinicalYears.usual,
  }),
  childUntilAge: z.int().min(childUntilAge.least).max(childUntilAge.most).nullable().meta({
    description:
      'Age in years until which a child’s clinical records are kept, if that is longer; null for none. The NHS Records Management Code requires 25.',
    example: childUntilAge.usual,
  }),
  financialYears: z.int().min(financialYears.least).max(financialYears.most).meta({
    description:
      'Number of years for which orders and payments are kept, from the end of the calendar year. § 147 AO, § 257 HGB and § 14b UStG require 8.',
    example: financialYears.usual,
  }),
}

export const RetentionPolicy = resourceSchema('RetentionPolicy', { ...members, ...recordMembers })
export type RetentionPolicy = z.infer<typeof RetentionPolicy>

export const PatchRetentionPolicy = z
  .strictObject({
    clinicalYears: members.clinicalYears.exactOptional(),
    childUntilAge: members.childUntilAge.exactOptional(),
    financialYears: members.financialYears.exactOptional(),
  })
  .meta({ id: 'PatchRetentionPolicy', example: { childUntilAge: 26 } })
export type PatchRetentionPolicy = z.infer<typeof PatchRetentionPolicy>
