import { z } from 'zod'
import { aloneMembers, aloneOf } from '#platform/core/access/with-approvable-alone.ts'
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
import { Recognition } from '../split-terms/rules.ts'
import { SettlementStatus } from './rules.ts'
import { endOf, gatewayOutcome } from '#payments/payments/gateway-outcome.ts'

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

const shares = {
  gross: amount('Payments of families, minus refunds', 9500),
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
  ends: 'When the settlement was paid or failed, in UTC; null until then.',
})

export const Settlement = resourceSchema('Settlement', {
  id: idOf('settlement'),
  providerId: idOf('provider'),
  status: growing(z.enum(SettlementStatus)).meta({
    description:
      'DRAFT: the settlement needs approval. After approval, it is transferred and paid out; if that fails, its payments can be settled again. Refunds of a paid settlement are reversed by later settlements, and restored if the refunds fail afterwards.',
    example: 'DRAFT',
  }),
  currency: z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
  startsOn: day(
    'First day of the settled payments; null if the payments were listed.',
    '2026-11-01',
  ),
  endsOn: day('Last day of the settled payments; null if the payments were listed.', '2026-11-15'),
  payoutAccountId: idOf('payoutAccount').nullable().meta({
    description:
      'The provider’s account to which the settlement is paid, chosen at approval; null until then, and if there is nothing to pay.',
    example: null,
  }),
  paymentAccountId: idOf('paymentAccount').nullable().meta({
    description:
      'The centre’s account from which the settlement is paid, chosen at approval; null until then, and for a deployment’s sandbox.',
    example: null,
  }),
  platformPayoutId: idOf('platformPayout').nullable().meta({
    description:
      'Payout that pays the platform’s share; null until one is created, or if it was cancelled.',
    example: null,
  }),
  ...shares,
  carriedIn: amount('Balance carried over from the previous settlement (negative or 0)', 0),
  withheld: amount(
    'Amount held back from the provider’s share (see `/v1/marketplace/reserves`)',
    0,
  ),
  released: amount('Amount released from reserves of earlier settlements', 0),
  payout: amount('Payout to the provider', 6650),
  carriedOut: amount('Balance carried over to the next settlement (negative or 0)', 0),
  waiting: amount(
    'What families had paid by the end of the period for visits that had not taken place; a later settlement shares it',
    0,
  ),
  waitingPayments: z.int().meta({
    description: 'Number of payments that wait for their visits; 0 if the payments were listed.',
    example: 0,
  }),
  requestedBy: by('ID of the user or API key that created the record.', exampleId('user')),
  approvedBy: by('Who approved the settlement; null until then.', null),
  approvedAt: z.iso.datetime().nullable().meta({
    description: 'When the settlement was approved, in UTC; null until then.',
    example: null,
  }),
  ...aloneMembers,
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
      'Refund that is reversed, or that is restored if the shares are above 0; null for the payment itself, or a dispute.',
    example: null,
  }),
  disputeId: idOf('dispute').nullable().meta({
    description: 'Lost dispute that is reversed; null for the payment itself, or a refund.',
    example: null,
  }),
  splitTermsId: idOf('splitTerms'),
  recognition: growing(z.enum(Recognition)).meta({
    description: 'Whether the payment was shared after its visit or when it was captured.',
    example: 'DELIVERY',
  }),
  recognizedAt: z.iso.datetime().nullable().meta({
    description:
      'Time from which the payment could be shared, in UTC; null for reversals, restorations, and lines from before this was recorded.',
    example: '2026-11-12T10:45:00.000Z',
  }),
  ...shares,
  createdAt: z.iso.datetime().meta({ description: 'When the record was created, in UTC.' }),
  updatedAt: z.iso.datetime().meta({ description: 'When the settlement last changed, in UTC.' }),
})
export type SettlementLine = z.infer<typeof SettlementLine>

export const CreateSettlement = z
  .strictObject({
    providerId: idOf('provider').meta({ example: exampleId('provider') }),
    startsOn: calendarDate().exactOptional().meta({
      description:
        'First day of the period, with `endsOn`. The settlement includes payments that can be shared on or after this day: since their visit took place, or since their capture if the split terms say so.',
      example: '2026-11-01',
    }),
    endsOn: calendarDate().exactOptional().meta({
      description: 'Last day of the period, in the centre’s time zone. It must be in the past.',
      example: '2026-11-15',
    }),
    paymentIds: z
      .array(idOf('payment'))
      .min(1)
      .max(500)
      .exactOptional()
      .meta({
        description: 'Payments to settle, instead of a period. They must all be in one currency.',
        example: [exampleId('payment')],
      }),
    currency: currencyCode().exactOptional().meta({
      description: 'Currency of the payments in the period. Defaults to the centre’s currency.',
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
  dryRun: z
    .boolean()
    .meta({ description: 'Whether this is a dry run, which changes nothing.', example: false }),
  ...Settlement.shape,
  id: Settlement.shape.id.nullable().meta({ description: 'ID of the record; null for a dry run.' }),
  payments: z.int().meta({ description: 'Number of payments settled.', example: 1 }),
  reversals: z
    .int()
    .meta({ description: 'Number of refunds and lost disputes reversed.', example: 0 }),
  restorations: z.int().meta({
    description:
      'Number of refunds that failed after a settlement had reversed them. Their shares are restored.',
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
  platformPayoutId: row.platformPayoutId,
  gross: row.grossMinor,
  provider: row.providerMinor,
  platform: row.platformMinor,
  centre: row.centreMinor,
  carriedIn: row.carriedInMinor,
  withheld: row.withheldMinor,
  released: row.releasedMinor,
  payout: row.payoutMinor,
  carriedOut: row.carriedOutMinor,
  waiting: row.waitingMinor,
  waitingPayments: row.waitingPayments,
  requestedBy: row.requestedBy,
  approvedBy: row.approvedBy,
  approvedAt: utcOrNull(row.approvedAt),
  ...aloneOf(row),
  ...endOf(row),
  ...recordOf(row),
})

export const toSettlementLine = (row: SettlementLineModel): SettlementLine => ({
  id: row.id,
  paymentId: row.paymentId,
  refundId: row.refundId,
  disputeId: row.disputeId,
  splitTermsId: row.termsId,
  recognition: row.recognition as Recognition,
  recognizedAt: utcOrNull(row.recognizedAt),
  gross: row.grossMinor,
  provider: row.providerMinor,
  platform: row.platformMinor,
  centre: row.centreMinor,
  createdAt: utc(row.createdAt),
  updatedAt: utc(row.updatedAt),
})
