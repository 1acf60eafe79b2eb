import { z } from 'zod'
import type { Dispute as DisputeModel } from '#prisma/generated/client.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { DisputeEvidence } from './dispute-evidence.ts'
import { DisputeResponse, DisputeStatus } from './rules.ts'

const currency = z
  .string()
  .meta({ description: 'Currency of the amount, as an ISO 4217 code.', example: 'EUR' })

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

const DisputeFee = z
  .strictObject({
    amount: amount('What the gateway charges, less what it has given back', 2000),
    currency,
  })
  .meta({ id: 'DisputeFee', example: { amount: 2000, currency: 'EUR' } })

const DisputeAnswer = z
  .strictObject({
    kind: growing(z.enum(DisputeResponse)).meta({
      description: 'EVIDENCE defends the payment, ACCEPTANCE gives it up.',
      example: 'EVIDENCE',
    }),
    evidence: DisputeEvidence.nullable().meta({
      description: 'What the bank is shown; null of an acceptance, and once the person was erased.',
    }),
    respondedAt: z.iso
      .datetime()
      .meta({ description: 'When it was given, in UTC.', example: '2026-11-26T09:00:00.000Z' }),
    submittedAt: z.iso.datetime().nullable().meta({
      description: 'When the gateway took it, in UTC; null before.',
      example: '2026-11-26T09:00:01.000Z',
    }),
    refusalCode: z.string().nullable().meta({
      description: 'Why the gateway refused it, as a stable code; you can then respond again.',
      example: null,
    }),
  })
  .meta({
    id: 'DisputeAnswer',
    example: {
      kind: 'ACCEPTANCE',
      evidence: null,
      respondedAt: '2026-11-26T09:00:00.000Z',
      submittedAt: '2026-11-26T09:00:01.000Z',
      refusalCode: null,
    },
  })

export const Dispute = resourceSchema('Dispute', {
  id: idOf('dispute'),
  paymentId: idOf('payment'),
  status: growing(z.enum(DisputeStatus)).meta({
    description:
      'Whether evidence is awaited, the bank is deciding, or how it ended. CLOSED: an inquiry that became no dispute.',
    example: 'NEEDS_RESPONSE',
  }),
  isInquiry: z.boolean().meta({
    description:
      'Whether the bank only inquires: it has taken nothing yet, and a refund can end it. An inquiry may become a dispute.',
    example: false,
  }),
  reason: z.string().meta({
    description:
      'Why, as a stable code of the gateway such as fraudulent, duplicate, product_not_received or debit_not_authorized.',
    example: 'fraudulent',
  }),
  amount: amount('Amount that the bank asks back', 9500),
  currency,
  amountWithheld: amount(
    'What the bank has of it: 0 of an inquiry and of what was won; of what was lost it stays',
    9500,
  ),
  fee: DisputeFee.nullable().meta({
    description: 'Fee of the gateway in the currency of its account, if any.',
    example: { amount: 2000, currency: 'EUR' },
  }),
  gatewayReference: z
    .string()
    .meta({ description: "The gateway's id of it.", example: 'dp_1OtQkN2eZvKYlo2C' }),
  dueAt: z.iso.datetime().nullable().meta({
    description: 'Until when evidence is taken, in UTC; null where none is.',
    example: '2026-12-05T22:59:59.000Z',
  }),
  response: DisputeAnswer.nullable().meta({
    description: 'The last answer of the centre; null for none.',
    example: null,
  }),
  closedAt: z.iso.datetime().nullable().meta({
    description: 'When it was over, with the money of what was won back, in UTC; null before.',
    example: null,
  }),
  ...recordMembers,
})
export type Dispute = z.infer<typeof Dispute>

const answerOf = ({
  response,
  evidence,
  respondedAt,
  submittedAt,
  refusalCode,
}: DisputeModel): Dispute['response'] =>
  response === null
    ? null
    : {
        kind: response as DisputeResponse,
        evidence: fromJson(DisputeEvidence.nullable(), evidence),
        respondedAt: utc(respondedAt!),
        submittedAt: utcOrNull(submittedAt),
        refusalCode,
      }

export const toDispute = (row: DisputeModel): Dispute => ({
  id: row.id,
  paymentId: row.paymentId,
  status: row.status as DisputeStatus,
  isInquiry: row.isInquiry,
  reason: row.reason,
  amount: row.amountMinor,
  currency: row.currency,
  amountWithheld: row.withheldMinor,
  fee: row.feeCurrency === null ? null : { amount: row.feeMinor, currency: row.feeCurrency },
  gatewayReference: row.gatewayReference,
  dueAt: utcOrNull(row.dueAt),
  response: answerOf(row),
  closedAt: utcOrNull(row.closedAt),
  ...recordOf(row),
})
