import { z } from 'zod'
import type {
  Settlement as SettlementModel,
  SettlementLine as SettlementLineModel,
} from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull, utc, utcOrNull } from '#platform/core/time/time.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'
import { HoldBack } from '../reserves/schemas.ts'
import { SettlementStatus } from './rules.ts'
import { endOf, gatewayOutcome } from '#payments/payments/gateway-outcome.ts'

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

const shares = {
  gross: amount('Payments of families less refunds', 9500),
  provider: amount('The share of the provider', 6650),
  platform: amount('The share of the platform', 950),
  centre: amount('The share of the centre', 1900),
}

const day = (description: string, example: string) =>
  calendarDate().nullable().meta({ description, example })

const by = (description: string, example: string | null) =>
  z.string().nullable().meta({ description, example })

const end = gatewayOutcome({
  what: 'payout',
  failures: 'payout_declined',
  ends: 'When it was paid, or failed, in UTC.',
})

export const Settlement = resourceSchema('Settlement', {
  id: idOf('settlement'),
  providerId: idOf('provider'),
  status: growing(z.enum(SettlementStatus)).meta({
    description:
      'A draft needs approval; an approved settlement is transferred and paid out, or fails and its payments can be settled again. Refunds of a paid settlement are reversed by later settlements, and restored if they fail afterwards.',
    example: 'DRAFT',
  }),
  currency: z.string().meta({ description: 'As an ISO 4217 code.', example: 'EUR' }),
  startsOn: day('The first day of its payments; null where they were named.', '2026-11-01'),
  endsOn: day('The last day of its payments; null where they were named.', '2026-11-15'),
  payoutAccountId: idOf('payoutAccount').nullable().meta({
    description:
      'The provider’s account to which it is paid, chosen at the approval; null before, and if there was nothing to pay.',
    example: null,
  }),
  paymentAccountId: idOf('paymentAccount').nullable().meta({
    description:
      'The centre’s account that pays it, chosen at the approval; null before, and for a deployment’s sandbox.',
    example: null,
  }),
  ...shares,
  carriedIn: amount('Balance carried in from the previous settlement: negative or 0', 0),
  withheld: amount(
    'Amount held back from the provider’s share (see `/v1/marketplace/reserves`)',
    0,
  ),
  released: amount('Amount released from reserves of earlier settlements', 0),
  payout: amount('Payout to the provider', 6650),
  carriedOut: amount('Balance carried to the next settlement: negative or 0', 0),
  requestedBy: by('Id of the user or API key that made it.', exampleId('user')),
  approvedBy: by('Who approved it; null before.', null),
  approvedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was approved, in UTC.', example: null }),
  failureCode: end.failureCode,
  settledAt: end.settledAt,
  ...recordMembers,
})
export type Settlement = z.infer<typeof Settlement>

export const SettlementLine = resourceSchema('SettlementLine', {
  id: idOf('settlementLine'),
  paymentId: idOf('payment'),
  refundId: idOf('refund').nullable().meta({
    description:
      'The refund that is reversed, or restored: then the shares are above 0. Null for the payment itself, or a dispute.',
    example: null,
  }),
  disputeId: idOf('dispute').nullable().meta({
    description: 'The lost dispute that is reversed; null for the payment itself, or a refund.',
    example: null,
  }),
  splitTermsId: idOf('splitTerms'),
  ...shares,
  createdAt: z.iso.datetime().meta({ description: 'When it was made, in UTC.' }),
  updatedAt: z.iso.datetime().meta({ description: 'When it last changed, in UTC.' }),
})
export type SettlementLine = z.infer<typeof SettlementLine>

export const CreateSettlement = z
  .strictObject({
    providerId: idOf('provider').meta({ example: exampleId('provider') }),
    startsOn: calendarDate().exactOptional().meta({
      description: 'With `endsOn`: payments captured on or after this day.',
      example: '2026-11-01',
    }),
    endsOn: calendarDate().exactOptional().meta({
      description: 'The last day, in the centre’s time zone. It must be in the past.',
      example: '2026-11-15',
    }),
    paymentIds: z
      .array(idOf('payment'))
      .min(1)
      .max(500)
      .exactOptional()
      .meta({
        description: 'Instead of a period: these payments, all in one currency.',
        example: [exampleId('payment')],
      }),
    currency: currencyCode().exactOptional().meta({
      description: 'For a period: payments in this currency; by default, the centre’s.',
      example: 'EUR',
    }),
    holdBack: HoldBack.exactOptional().meta({
      description: 'Amount to hold back in addition to the split terms.',
    }),
  })
  .meta({
    id: 'CreateSettlement',
    example: {
      providerId: exampleId('provider'),
      startsOn: '2026-11-01',
      endsOn: '2026-11-15',
    },
  })
export type CreateSettlement = z.infer<typeof CreateSettlement>

/** A settlement that was created or previewed. */
export const DraftSettlement = resourceSchema('DraftSettlement', {
  dryRun: z.boolean().meta({ description: 'Whether nothing was done.', example: false }),
  ...Settlement.shape,
  id: Settlement.shape.id.nullable().meta({ description: 'Null for a dry run.' }),
  payments: z.int().meta({ description: 'How many payments it settles.', example: 1 }),
  reversals: z
    .int()
    .meta({ description: 'How many refunds and lost disputes it reverses.', example: 0 }),
  restorations: z.int().meta({
    description:
      'Number of refunds that failed after a settlement had reversed them: their shares are restored.',
    example: 0,
  }),
})
export type DraftSettlement = z.infer<typeof DraftSettlement>

export const toSettlement = (row: SettlementModel): Settlement => ({
  id: row.id,
  providerId: row.providerId,
  status: row.status as SettlementStatus,
  currency: row.currency,
  startsOn: dateTextOrNull(row.startsOn),
  endsOn: dateTextOrNull(row.endsOn),
  payoutAccountId: row.payoutAccountId,
  paymentAccountId: row.paymentAccountId,
  gross: row.grossMinor,
  provider: row.providerMinor,
  platform: row.platformMinor,
  centre: row.centreMinor,
  carriedIn: row.carriedInMinor,
  withheld: row.withheldMinor,
  released: row.releasedMinor,
  payout: row.payoutMinor,
  carriedOut: row.carriedOutMinor,
  requestedBy: row.requestedBy,
  approvedBy: row.approvedBy,
  approvedAt: utcOrNull(row.approvedAt),
  ...endOf(row),
  ...recordOf(row),
})

export const toSettlementLine = (row: SettlementLineModel): SettlementLine => ({
  id: row.id,
  paymentId: row.paymentId,
  refundId: row.refundId,
  disputeId: row.disputeId,
  splitTermsId: row.termsId,
  gross: row.grossMinor,
  provider: row.providerMinor,
  platform: row.platformMinor,
  centre: row.centreMinor,
  createdAt: utc(row.createdAt),
  updatedAt: utc(row.updatedAt),
})
