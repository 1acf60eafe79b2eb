import { z } from 'zod'
import { recordMembers } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'

/**
 * How long a centre must keep records, as it says. Defaults and bounds:
 * - clinical, 10 years after the treatment ended: § 630f(3) BGB. Less where other law says so (3 years at least:
 *   a child's claims under § 199(1) BGB), more where it does (30 years: § 199(2) BGB).
 * - a child's, until their 25th birthday: NHS Records Management Code of Practice, Appendix II (26 covers those
 *   whose treatment ended at 17). Null: years after the last contact alone.
 * - orders and payments, 8 years from the end of the calendar year: § 147(3) and (4) AO, § 257(4) HGB for vouchers
 *   (10 years until the end of 2024: Viertes Bürokratieentlastungsgesetz), § 14b(1) UStG for invoices. Books and
 *   annual accounts, 10 years, are not what the platform holds.
 */
const members = {
  clinicalYears: z.int().min(3).max(30).meta({
    description: 'Years after the last contact that clinical records are kept. § 630f(3) BGB: 10.',
    example: 10,
  }),
  childUntilAge: z.int().min(18).max(40).nullable().meta({
    description:
      'Birthday until which a child’s clinical records are kept, where that is longer; null for none. NHS Records Management Code: 25.',
    example: 25,
  }),
  financialYears: z.int().min(5).max(15).meta({
    description:
      'Years that orders and payments are kept, from the end of the calendar year. § 147 AO, § 257 HGB, § 14b UStG: 8.',
    example: 8,
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
