import { z } from 'zod'
import type { SplitTerms as SplitTermsModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, utc } from '#platform/core/time/time.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'

const amount = (description: string) =>
  z.int().min(0).max(MAX_ORDER_AMOUNT_MINOR).default(0).meta({ description, example: 0 })

const Share = z
  .strictObject({
    percent: z.number().min(0).max(100).multipleOf(0.01).meta({
      description: 'Percentage of the amount after fixed amounts, with two decimals.',
      example: 70,
    }),
    fixed: amount('Deducted from each payment before it is split, in minor units.'),
    minimum: amount('Minimum share of a payment, if the payment suffices, in minor units.'),
  })
  .meta({ id: 'SplitShare', example: { percent: 70, fixed: 0, minimum: 0 } })

const EXAMPLE = {
  platform: { percent: 10, fixed: 25, minimum: 100 },
  provider: { percent: 70, fixed: 0, minimum: 0 },
  centre: { percent: 20, fixed: 0, minimum: 0 },
}

const SplitShares = z
  .strictObject({
    platform: Share.meta({ description: 'Share of the platform.' }),
    provider: Share.meta({ description: 'Share of the treating provider.' }),
    centre: Share.meta({ description: 'Share of the centre.' }),
  })
  .meta({ id: 'SplitShares', example: EXAMPLE })

/** The maximum amount of a settlement's reserve, and its days. */
const Reserve = z
  .strictObject({
    percent: z.number().min(0.01).max(100).multipleOf(0.01).meta({
      description:
        'Of the provider’s share, with two decimals. Rounded down to the minor unit for each payment, so a settlement can withhold less than the percentage of its sum.',
      example: 5,
    }),
    days: z
      .int()
      .min(1)
      .max(730)
      .meta({ description: 'For how many days after its settlement was paid.', example: 90 }),
  })
  .meta({ id: 'SplitReserve', example: { percent: 5, days: 90 } })

const SplitTier = z
  .strictObject({
    threshold: z.int().min(1).max(MAX_ORDER_AMOUNT_MINOR).meta({
      description:
        'Applies to payments captured after this amount in the same month for the provider, in minor units.',
      example: 500_000,
    }),
    shares: SplitShares.meta({
      description: 'Shares in this tier; the percentages add up to 100.',
    }),
  })
  .meta({
    id: 'SplitTier',
    example: { threshold: 500_000, shares: EXAMPLE },
  })

const scope = {
  currency: currencyCode().meta({
    description: 'Currency of the payments, and of the amounts.',
    example: 'EUR',
  }),
  startsOn: calendarDate().meta({
    description: 'The first day whose payments they cover, until later terms begin.',
    example: '2026-11-01',
  }),
  shares: SplitShares.meta({ description: 'Shares; the percentages add up to 100.' }),
}

const tiers = z.array(SplitTier).max(10).meta({
  description:
    'Other shares once more than a threshold was captured for the provider in a calendar month, in the centre’s time zone and in this currency; ascending, up to 10. A payment is entirely in one tier, by the amount captured before it.',
  example: [],
})

export const CreateSplitTerms = z
  .strictObject({
    providerId: idOf('provider')
      .exactOptional()
      .meta({ description: 'Only for this provider.', example: exampleId('provider') }),
    serviceId: idOf('service')
      .exactOptional()
      .meta({ description: 'Only for this service.', example: exampleId('service') }),
    ...scope,
    tiers: tiers.default([]),
    reserve: Reserve.exactOptional().meta({
      description: 'Held back from the provider’s share, and paid by a settlement after its days.',
    }),
  })
  .meta({
    id: 'CreateSplitTerms',
    example: { currency: 'EUR', startsOn: '2026-11-01', shares: EXAMPLE },
  })
export type CreateSplitTerms = z.infer<typeof CreateSplitTerms>

export const SplitTerms = resourceSchema('SplitTerms', {
  id: idOf('splitTerms'),
  providerId: idOf('provider').nullable(),
  serviceId: idOf('service').nullable(),
  ...scope,
  tiers,
  reserve: Reserve.nullable().meta({
    description: 'Share of the provider held back, and for how long, if any.',
    example: null,
  }),
  createdBy: z.string().meta({
    description: 'Id of the user or API key that made them.',
    example: exampleId('user'),
  }),
  createdAt: z.iso.datetime().meta({ description: 'When they were made, in UTC.' }),
})
export type SplitTerms = z.infer<typeof SplitTerms>

export const toSplitTerms = (row: SplitTermsModel): SplitTerms => ({
  id: row.id,
  providerId: row.providerId,
  serviceId: row.serviceId,
  currency: row.currency,
  startsOn: dateText(row.startsOn),
  shares: fromJson(SplitShares, row.shares),
  tiers: fromJson(tiers, row.tiers),
  reserve: fromJson(Reserve.nullable(), row.reserve),
  createdBy: row.createdBy,
  createdAt: utc(row.createdAt),
})
