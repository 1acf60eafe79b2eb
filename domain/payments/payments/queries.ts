import { z } from 'zod'
import type { Payment as PaymentModel, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { totalsOnRequest, totalsQuery } from '#platform/core/lists/totals-on-request.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { CaptureRequest, GatewayAccount } from '#providers/payments/gateway.ts'
import { loadGatewayAccount } from '../payment-accounts/load-gateway-account.ts'
import { AUTHENTICATION_MS, PaymentStatus } from './rules.ts'
import { toPayment, type PaymentTotal } from './schemas.ts'

export const PaymentQuery = listQuery('payment', ['-createdAt', 'createdAt'], {
  status: anyOf(PaymentStatus, 'Returns only payments with this status.'),
  orderId: idOf('order').optional(),
  capturedWithId: idOf('payment').optional(),
  ...totalsQuery,
  ...instantRange('createdAt'),
})
export type PaymentQuery = z.infer<typeof PaymentQuery>

const payments = recordQueries({
  permission: 'payments:read',
  name: 'payment',
  find: ({ db }, selection: Selection<Prisma.PaymentWhereInput>) => db.payment.findMany(selection),
  show: each(toPayment),
})

export const loadPayment = payments.load
export const getPayment = payments.get
export const listPayments = payments.listWith(
  (query: PaymentQuery) => given(query, 'status', 'orderId', 'capturedWithId'),
  totalsOnRequest((reader, where) => totalsOf(reader, where)),
)

const totalsOf = async (
  { db }: Reader,
  where: Prisma.PaymentWhereInput,
): Promise<PaymentTotal[]> => {
  const sums = await db.payment.groupBy({
    by: ['currency', 'status'],
    where,
    orderBy: [{ currency: 'asc' }, { status: 'asc' }],
    _count: true,
    _sum: { amountMinor: true, refundedMinor: true },
  })
  return sums.map(({ currency, status, _count, _sum }) => ({
    currency,
    status: status as PaymentStatus,
    count: _count,
    amount: _sum.amountMinor ?? 0,
    amountRefunded: _sum.refundedMinor ?? 0,
  }))
}

/** A condition for all payments captured together with a payment, including the payment itself. */
export const withItsCapture = (
  { tenantId }: Reader,
  { id, capturedWithId }: Pick<PaymentModel, 'id' | 'capturedWithId'>,
): Prisma.PaymentWhereInput =>
  capturedWithId === null ? { tenantId, id } : { tenantId, capturedWithId }

/** The total of the capture of a payment and those captured with it. */
export const capturedWith = async (reader: Reader, payment: PaymentModel): Promise<number> => {
  if (payment.capturedWithId === null) return payment.amountMinor
  const where = withItsCapture(reader, payment)
  const { _sum } = await reader.db.payment.aggregate({ where, _sum: { amountMinor: true } })
  return _sum.amountMinor!
}

/** Lists payments by page number, newest first, for `/v0`. Pages shift when payments are added. */
export const listPaymentsByNumber = (
  ctx: Context,
  { page, perPage }: { page: number; perPage: number },
) =>
  read(ctx, 'payments:read', async (reader) => {
    const rows = await reader.db.payment.findMany({
      where: { tenantId: reader.tenantId },
      orderBy: { id: 'desc' },
      skip: (page - 1) * perPage,
      take: perPage,
    })
    return rows.map(toPayment)
  })

/** The facts for a capture. Activities load them, so that amounts and keys stay out of workflow histories. */
export interface PaymentToCapture extends CaptureRequest {
  /** A payment in flight must still be captured; any other is settled. */
  status: PaymentStatus
  account: GatewayAccount | null
}

export const getPaymentToCapture = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'payments:read', async (reader): Promise<PaymentToCapture> => {
    const row = await loadPayment(reader, id)
    return {
      paymentId: row.id,
      status: row.status as PaymentStatus,
      amountMinor: await capturedWith(reader, row),
      currency: row.currency,
      paymentMethodType: row.paymentMethodType,
      paymentMethodId: row.paymentMethodId,
      reference: row.gatewayReference,
      returnUrl: row.returnUrl,
      isOverdue: reader.now.getTime() > row.createdAt.getTime() + AUTHENTICATION_MS,
      account: await loadGatewayAccount(reader, row.accountId),
      /** The same key for every attempt, so that the gateway captures once. */
      idempotencyKey: `${reader.tenantId}/${row.id}`,
    }
  })
