import { z } from 'zod'
import type { Dispute as DisputeModel, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { idOf } from '#platform/core/ids.ts'
import { fromJson } from '#platform/core/json.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { read } from '#platform/core/transaction.ts'
import { loadGatewayAccount } from '../payment-accounts/load-gateway-account.ts'
import { loadPayment } from '../payments/queries.ts'
import { DisputeEvidence } from './dispute-evidence.ts'
import { DisputeStatus, isAnswered, isAnswering } from './rules.ts'
import { toDispute } from './schemas.ts'

export const DisputeQuery = listQuery('dispute', ['-createdAt', 'createdAt'], {
  status: anyOf(DisputeStatus, 'Only disputes in this status.'),
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

/** What answering at the gateway, and asking it about a dispute, need. */
export const getDisputeToReview = (ctx: Context, { id }: { id: string }) =>
  read(ctx, ['disputes:read', 'payments:read'], async (reader) => {
    const dispute = await loadDispute(reader, id)
    const { paymentId, gatewayReference, closedAt, responses } = dispute
    const { paymentMethodId, accountId, amountMinor, currency } = await loadPayment(
      reader,
      paymentId,
    )
    return {
      isOver: closedAt !== null,
      account: await loadGatewayAccount(reader, accountId),
      request: { reference: gatewayReference, paymentMethodId, amountMinor, currency },
      /** On its way, or taken. */
      answer: isAnswered(dispute) ? answerOf(dispute) : null,
      isAnswering: isAnswering(dispute),
      /** The same at every attempt of one answer: the gateway takes it once. */
      idempotencyKey: `${reader.tenantId}/${id}/${responses}`,
    }
  })

export type DisputeToReview = Awaited<ReturnType<typeof getDisputeToReview>>

const NOTHING: DisputeEvidence = { texts: [], documents: [] }

const answerOf = ({ response, evidence }: DisputeModel) => ({
  isAcceptance: response === 'ACCEPTANCE',
  ...(fromJson(DisputeEvidence.nullable(), evidence) ?? NOTHING),
})
