import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { totalsOnRequest, totalsQuery } from '#platform/core/lists/totals-on-request.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadGatewayAccount } from '../payment-accounts/load-gateway-account.ts'
import { loadPayment } from '../payments/queries.ts'
import { RefundStatus } from './rules.ts'
import { toRefund, type RefundTotal } from './schemas.ts'

export const RefundQuery = listQuery('refund', ['-createdAt', 'createdAt'], {
  status: anyOf(RefundStatus, 'Returns only refunds with this status.'),
  paymentId: idOf('payment').optional(),
  ...totalsQuery,
  ...instantRange('createdAt'),
})
export type RefundQuery = z.infer<typeof RefundQuery>

const refunds = recordQueries({
  permission: 'refunds:read',
  name: 'refund',
  find: ({ db }, selection: Selection<Prisma.RefundWhereInput>) => db.refund.findMany(selection),
  show: each(toRefund),
})

export const loadRefund = refunds.load
export const getRefund = refunds.get
export const listRefunds = refunds.listWith(
  (query: RefundQuery) => given(query, 'status', 'paymentId'),
  totalsOnRequest((reader, where) => totalsOf(reader, where)),
)

const totalsOf = async ({ db }: Reader, where: Prisma.RefundWhereInput): Promise<RefundTotal[]> => {
  const sums = await db.refund.groupBy({
    by: ['currency', 'status'],
    where,
    orderBy: [{ currency: 'asc' }, { status: 'asc' }],
    _count: true,
    _sum: { amountMinor: true },
  })
  return sums.map(({ currency, status, _count, _sum }) => ({
    currency,
    status: status as RefundStatus,
    count: _count,
    amount: _sum.amountMinor ?? 0,
  }))
}

/** The facts for making a refund. Activities load them, so that amounts stay out of workflow histories. */
export const getRefundToMake = (ctx: Context, { id }: { id: string }) =>
  read(ctx, ['refunds:read', 'payments:read'], async (reader) => {
    const { paymentId, status, amountMinor, currency, ...refund } = await loadRefund(reader, id)
    const payment = await loadPayment(reader, paymentId)
    const { gatewayReference, paymentMethodId, accountId } = payment
    return {
      refundId: id,
      /** PROCESSING means that the refund must still be made; SUCCEEDED can still turn into a failure. */
      status: status as RefundStatus,
      /** The gateway's id, once known. */
      reference: refund.gatewayReference,
      captureReference: gatewayReference,
      paymentMethodId,
      account: await loadGatewayAccount(reader, accountId),
      amountMinor,
      currency,
      /** The same key for every attempt, so that the gateway refunds once. */
      idempotencyKey: `${reader.tenantId}/${id}`,
    }
  })
export type RefundToMake = Awaited<ReturnType<typeof getRefundToMake>>
