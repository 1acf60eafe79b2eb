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
    amount: amount('Fee of the gateway, minus what the gateway has returned', 2000),
    currency,
  })
  .meta({ id: 'DisputeFee', example: { amount: 2000, currency: 'EUR' } })

const DisputeAnswer = z
  .strictObject({
    kind: growing(z.enum(DisputeResponse)).meta({
      description: 'EVIDENCE defends the payment; ACCEPTANCE gives it up.',
      example: 'EVIDENCE',
    }),
    evidence: DisputeEvidence.nullable().meta({
      description:
        'Evidence for the bank; null for an acceptance, and after the person’s data is erased.',
    }),
    respondedAt: z.iso.datetime().meta({
      description: 'When the response was submitted, in UTC.',
      example: '2026-11-26T09:00:00.000Z',
    }),
    submittedAt: z.iso.datetime().nullable().meta({
      description: 'When the gateway accepted the response, in UTC; null until then.',
      example: '2026-11-26T09:00:01.000Z',
    }),
    refusalCode: z.string().nullable().meta({
      description:
        'Reason why the gateway refused the response, as a stable code. You can then respond again; null if it did not refuse.',
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
      'Whether evidence is expected, the bank is deciding, or how the dispute ended. CLOSED: an inquiry that did not become a dispute.',
    example: 'NEEDS_RESPONSE',
  }),
  isInquiry: z.boolean().meta({
    description:
      'Whether this is only an inquiry. In an inquiry the bank has not yet taken any money, and a refund can end it. An inquiry may become a dispute.',
    example: false,
  }),
  reason: z.string().meta({
    description:
      'Reason, as a stable code of the gateway, such as fraudulent, duplicate, product_not_received or debit_not_authorized.',
    example: 'fraudulent',
  }),
  amount: amount('Disputed amount', 9500),
  currency,
  amountWithheld: amount(
    'Amount that the bank withholds (0 for an inquiry and after a win; unchanged after a loss)',
    9500,
  ),
  fee: DisputeFee.nullable().meta({
    description: 'Fee of the gateway in the currency of its account; null if there is none.',
    example: { amount: 2000, currency: 'EUR' },
  }),
  gatewayReference: z
    .string()
    .meta({ description: "The gateway's ID of the dispute.", example: 'dp_1OtQkN2eZvKYlo2C' }),
  dueAt: z.iso.datetime().nullable().meta({
    description: 'Deadline for evidence, in UTC; null if there is none.',
    example: '2026-12-05T22:59:59.000Z',
  }),
  response: DisputeAnswer.nullable().meta({
    description: 'The centre’s last response; null if there is none.',
    example: null,
  }),
  closedAt: z.iso.datetime().nullable().meta({
    description:
      'When the dispute ended, including the return of any money won, in UTC; null until then.',
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
