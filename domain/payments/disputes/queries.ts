import { z } from 'zod'
import type { Dispute as DisputeModel, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadGatewayAccount } from '../payment-accounts/load-gateway-account.ts'
import { capturedWith, loadPayment } from '../payments/queries.ts'
import { DisputeEvidence } from './dispute-evidence.ts'
import { DisputeStatus, isAnswered, isAnswering } from './rules.ts'
import { toDispute } from './schemas.ts'

export const DisputeQuery = listQuery('dispute', ['-createdAt', 'createdAt'], {
  status: anyOf(DisputeStatus, 'Returns only disputes with this status.'),
  paymentId: idOf('payment').optional(),
  ...instantRange('createdAt'),
})
export type DisputeQuery = z.infer<typeof DisputeQuery>

const disputes = recordQueries({
  permission: 'disputes:read',
  name: 'dispute',
  find: ({ db }, selection: Selection<Prisma.DisputeWhereInput>) => db.dispute.findMany(selection),
  show: each(toDispute),
})

export const loadDispute = disputes.load
export const getDispute = disputes.get
export const listDisputes = disputes.list((query: DisputeQuery) => ({
  ...given(query, 'status', 'paymentId'),
}))

/** The facts for responding to a dispute and for asking the gateway for its state. */
export const getDisputeToReview = (ctx: Context, { id }: { id: string }) =>
  read(ctx, ['disputes:read', 'payments:read'], async (reader) => {
    const dispute = await loadDispute(reader, id)
    const { paymentId, gatewayReference: reference, closedAt, responses } = dispute
    const payment = await loadPayment(reader, paymentId)
    const { paymentMethodId, accountId, currency } = payment
    const amountMinor = await capturedWith(reader, payment)
    const answered = isAnswered(dispute) ? dispute : await answeredElsewhere(reader, dispute)
    return {
      isOver: closedAt !== null,
      account: await loadGatewayAccount(reader, accountId),
      request: { reference, paymentMethodId, amountMinor, currency },
      /** The answer that is on its way or that the gateway has accepted. */
      answer: answered ? answerOf(answered) : null,
      isAnswering: isAnswering(dispute),
      /** The same key for every attempt, so that the gateway accepts the response once. */
      idempotencyKey: `${reader.tenantId}/${id}/${responses}`,
    }
  })

/** Payments that were captured together have one dispute at the bank, with one response for all of them. */
const answeredElsewhere = ({ db, tenantId }: Reader, { gatewayReference }: DisputeModel) =>
  db.dispute.findFirst({
    where: { tenantId, gatewayReference, submittedAt: { not: null } },
  })

export type DisputeToReview = Awaited<ReturnType<typeof getDisputeToReview>>

const NOTHING: DisputeEvidence = { texts: [], documents: [] }

const answerOf = ({ response, evidence }: DisputeModel) => ({
  isAcceptance: response === 'ACCEPTANCE',
  ...(fromJson(DisputeEvidence.nullable(), evidence) ?? NOTHING),
})
