import { z } from 'zod'
import type { SplitTerms as SplitTermsModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateText, utc } from '#platform/core/time/time.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { Recognition } from './rules.ts'

const amount = (description: string) =>
  z.int().min(0).max(MAX_ORDER_AMOUNT_MINOR).default(0).meta({ description, example: 0 })

const Share = z
  .strictObject({
    percent: z.number().min(0).max(100).multipleOf(0.01).meta({
      description: 'Percentage of the amount that is left after fixed amounts, with two decimals.',
      example: 70,
    }),
    fixed: amount('Amount deducted from each payment before it is split, in minor units.'),
    minimum: amount('Minimum share of a payment, if the payment is large enough, in minor units.'),
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
        'Percentage of the provider’s share, with two decimals. It is rounded down to the minor unit for each payment, so a settlement can hold back less than the percentage of the total.',
      example: 5,
    }),
    days: z.int().min(1).max(730).meta({
      description: 'Number of days for which the amount is held after the settlement is paid.',
      example: 90,
    }),
  })
  .meta({ id: 'SplitReserve', example: { percent: 5, days: 90 } })

const SplitTier = z
  .strictObject({
    threshold: z.int().min(1).max(MAX_ORDER_AMOUNT_MINOR).meta({
      description:
        'Amount in minor units. The tier applies to payments captured after the provider’s payments in the same month have reached this amount.',
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
    description: 'Currency of the payments and the amounts.',
    example: 'EUR',
  }),
  startsOn: calendarDate().meta({
    description: 'First day whose payments the terms cover. They apply until later terms begin.',
    example: '2026-11-01',
  }),
  shares: SplitShares.meta({
    description: 'Shares of each payment. The percentages add up to 100.',
  }),
}

const recognition = z.enum(Recognition).meta({
  description:
    'When a payment is shared. DELIVERY: after its visit took place, or once what the centre keeps for a cancelled or missed visit is all that is left of it. PAYMENT: when it is captured, even if the visit is still to come.',
  example: 'DELIVERY',
})

const tiers = z.array(SplitTier).max(10).meta({
  description:
    'Other shares that apply once more than a threshold has been captured for the provider in a calendar month, in the centre’s time zone and in this currency; ascending, up to 10. Each payment falls entirely into one tier, which depends on the amount captured before it.',
  example: [],
})

export const CreateSplitTerms = z
  .strictObject({
    providerId: idOf('provider')
      .exactOptional()
      .meta({
        description: 'Provider to whom the terms apply. Defaults to all providers.',
        example: exampleId('provider'),
      }),
    serviceId: idOf('service')
      .exactOptional()
      .meta({
        description: 'Service to which the terms apply. Defaults to all services.',
        example: exampleId('service'),
      }),
    ...scope,
    tiers: tiers.default([]),
    recognition: recognition.default('DELIVERY'),
    reserve: Reserve.exactOptional().meta({
      description:
        'Part of the provider’s share that is held back, and paid by a settlement after the given number of days.',
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
  recognition: growing(recognition),
  reserve: Reserve.nullable().meta({
    description:
      'Part of the provider’s share that is held back, and for how long; null if nothing is held back.',
    example: null,
  }),
  createdBy: z.string().meta({
    description: 'ID of the user or API key that created the terms.',
    example: exampleId('user'),
  }),
  createdAt: z.iso.datetime().meta({ description: 'When the terms were created, in UTC.' }),
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
  recognition: row.recognition as Recognition,
  reserve: fromJson(Reserve.nullable(), row.reserve),
  createdBy: row.createdBy,
  createdAt: utc(row.createdAt),
})
