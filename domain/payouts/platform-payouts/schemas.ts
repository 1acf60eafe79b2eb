import { z } from 'zod'
import { aloneMembers, aloneOf } from '#platform/core/access/with-approvable-alone.ts'
import type { PlatformPayout as PayoutModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { PlatformPayoutStatus } from './rules.ts'

const reference = line(200).meta({
  description:
    'Reference with which the payment is found again: of the bank transfer, or of the platform’s invoice that it settles.',
  example: 'Invoice 2026-118',
})

export const PlatformPayout = resourceSchema('PlatformPayout', {
  id: idOf('platformPayout'),
  status: growing(z.enum(PlatformPayoutStatus)).meta({
    description:
      'DRAFT: the payout needs approval. PAID: the platform’s share is no longer owed. CANCELLED: the share is owed, and can be paid by another payout.',
    example: 'DRAFT',
  }),
  currency: z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
  amount: z.int().meta({
    description: 'The platform’s shares, minus what was reversed, in minor units of the currency.',
    example: 950,
  }),
  settlements: z.int().meta({
    description:
      'Number of settlements whose shares it pays; GET /v1/marketplace/settlements?platformPayoutId=… lists them.',
    example: 1,
  }),
  reference,
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that created the record.',
    example: exampleId('user'),
  }),
  approvedBy: z
    .string()
    .nullable()
    .meta({ description: 'Who approved the payout; null until then.', example: null }),
  approvedAt: z.iso.datetime().nullable().meta({
    description: 'When the payout was approved, in UTC; null until then.',
    example: null,
  }),
  ...aloneMembers,
  ...recordMembers,
})
export type PlatformPayout = z.infer<typeof PlatformPayout>

export const CreatePlatformPayout = z
  .strictObject({
    currency: currencyCode().exactOptional().meta({
      description: 'Currency of the shares. Defaults to the centre’s currency.',
      example: 'EUR',
    }),
    reference,
  })
  .meta({
    id: 'CreatePlatformPayout',
    example: { currency: 'EUR', reference: 'Invoice 2026-118' },
  })
export type CreatePlatformPayout = z.infer<typeof CreatePlatformPayout>

/** A payout that was created or previewed. */
export const DraftPlatformPayout = outcomeSchema('DraftPlatformPayout', PlatformPayout, {
  id: PlatformPayout.shape.id
    .nullable()
    .meta({ description: 'ID of the record; null for a dry run.' }),
})
export type DraftPlatformPayout = z.infer<typeof DraftPlatformPayout>

export const toPlatformPayout = (row: PayoutModel): PlatformPayout => ({
  id: row.id,
  status: row.status as PlatformPayoutStatus,
  currency: row.currency,
  amount: row.amountMinor,
  settlements: row.settlements,
  reference: row.reference,
  requestedBy: row.requestedBy,
  approvedBy: row.approvedBy,
  approvedAt: utcOrNull(row.approvedAt),
  ...aloneOf(row),
  ...recordOf(row),
})
