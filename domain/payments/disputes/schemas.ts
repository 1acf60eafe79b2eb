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
    amount: amount('Fee of the gateway, minus what it has returned', 2000),
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
      description: 'Evidence for the bank; null for an acceptance, and once the person was erased.',
    }),
    respondedAt: z.iso
      .datetime()
      .meta({ description: 'When it was submitted, in UTC.', example: '2026-11-26T09:00:00.000Z' }),
    submittedAt: z.iso.datetime().nullable().meta({
      description: 'When the gateway accepted it, in UTC; null before.',
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
      'Whether evidence is awaited, the bank is deciding, or how it ended. CLOSED: an inquiry that did not become a dispute.',
    example: 'NEEDS_RESPONSE',
  }),
  isInquiry: z.boolean().meta({
    description:
      'Whether the bank only inquires: it has taken no money yet, and a refund can end the inquiry. An inquiry may become a dispute.',
    example: false,
  }),
  reason: z.string().meta({
    description:
      'Reason, as a stable code of the gateway such as fraudulent, duplicate, product_not_received or debit_not_authorized.',
    example: 'fraudulent',
  }),
  amount: amount('Disputed amount', 9500),
  currency,
  amountWithheld: amount(
    'Amount that the bank holds: 0 for an inquiry and after a win; it stays after a loss',
    9500,
  ),
  fee: DisputeFee.nullable().meta({
    description: 'Fee of the gateway in the currency of its account, if any.',
    example: { amount: 2000, currency: 'EUR' },
  }),
  gatewayReference: z
    .string()
    .meta({ description: "The gateway's id of the dispute.", example: 'dp_1OtQkN2eZvKYlo2C' }),
  dueAt: z.iso.datetime().nullable().meta({
    description: 'Deadline for evidence, in UTC; null for none.',
    example: '2026-12-05T22:59:59.000Z',
  }),
  response: DisputeAnswer.nullable().meta({
    description: 'The centre’s last response; null for none.',
    example: null,
  }),
  closedAt: z.iso.datetime().nullable().meta({
    description: 'When it ended, including the return of money won, in UTC; null before.',
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
