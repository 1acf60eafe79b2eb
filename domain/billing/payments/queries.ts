import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { PaymentStatus } from './rules.ts'
import { toPayment } from './schemas.ts'

export const PaymentQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  status: z.enum(PaymentStatus).optional().meta({ description: 'Only payments in this status.' }),
  orderId: idOf('order').optional(),
  ...instantRange('createdAt'),
})
export type PaymentQuery = z.infer<typeof PaymentQuery>

export const getPayment = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'payments:read', async (reader) => toPayment(await loadPayment(reader, id)))

export const listPayments = (ctx: Context, query: PaymentQuery) =>
  read(ctx, 'payments:read', (reader) => {
    const { status, orderId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(status && { status }),
      ...(orderId && { orderId }),
      createdAt: within(query, 'createdAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.payment.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toPayment,
    )
  })

/** Payments by page number, newest first: the way of `/v0`, which shifts when payments are added. */
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

/** What capturing a payment needs: amounts stay out of workflow histories, so activities ask. */
export interface PaymentToCapture {
  paymentId: string
  /** PROCESSING is to be captured; anything else is settled. */
  status: PaymentStatus
  amountMinor: number
  currency: string
  method: string
  gateway: string
  /** The same at every attempt: the gateway captures once. */
  idempotencyKey: string
}

export const getPaymentToCapture = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'payments:read', async (reader): Promise<PaymentToCapture> => {
    const row = await loadPayment(reader, id)
    return {
      paymentId: row.id,
      status: row.status as PaymentStatus,
      amountMinor: row.amountMinor,
      currency: row.currency,
      method: row.method,
      gateway: row.gateway,
      idempotencyKey: `${reader.tenantId}/${row.id}`,
    }
  })

export const loadPayment = async (reader: Reader, id: string) => {
  const row = await reader.db.payment.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('payment')
  return row
}
