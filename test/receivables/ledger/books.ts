import { systemContext, type Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { insertOrder } from '#receivables/orders/insert-order.ts'
import { moveOrder } from '#receivables/orders/move-order.ts'
import { cancelOrder } from '#receivables/orders/cancel-order.ts'
import type { OrderPurpose } from '#receivables/orders/rules.ts'
import { createPayment } from '#payments/payments/create-payment.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { createRefund } from '#payments/refunds/create-refund.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { listLedgerAccounts, LedgerAccountQuery } from '#receivables/ledger/queries.ts'
import type { MoneyStep } from '#receivables/ledger/posting-rules.ts'
import { createChild } from '#people/children/create-child.ts'
import { createClient } from '#people/clients/create-client.ts'
import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import type { TestApi } from '../../support/api.ts'
import type { Order } from './model.ts'

/** The records of an order in the model. */
interface Recorded {
  orderId: string
  paymentId?: string
  /** In progress. */
  refunds: string[]
  /** Made. */
  refunded: string[]
}

/** A centre whose money moves by its verbs, step by step. */
export const openBooks = async (api: TestApi) => {
  const client = await api.createTenant()
  const { tenantId } = client
  const ctx = systemContext(api.services.platform, { tenantId, action: 'test' })
  const families = new Map<string | null, { childId: string; clientId: string | null }>()
  for (const name of ['cli_a', 'cli_b', null]) families.set(name, await familyOf(ctx, name))

  const open = ({ clientId, purpose, currency, amount }: Order) =>
    transact(ctx, 'orders:write', async (tx) => {
      const line = { serviceId: null, description: 'Report', quantity: 1, unitAmountMinor: amount }
      const { childId } = families.get(clientId)!
      const draft = { childId, appointmentId: null, currency, lines: [line] }
      return (await insertOrder(tx, draft, { purpose: purpose as OrderPurpose })).id
    })

  const capture = async (orderId: string) => {
    const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' } as const
    const { id } = await createPayment(ctx, { orderId, paymentMethod })
    await settlePayment(ctx, { id, result: { outcome: 'SUCCEEDED', reference: id } })
    return id
  }

  /** Applies a step of the model to the records. */
  const take = async (recorded: Recorded, step: MoneyStep, order: Order, amount: number) => {
    switch (step) {
      case 'open':
        recorded.orderId = await open(order)
        return
      case 'cancel':
        await cancelOrder(ctx, { id: recorded.orderId })
        return
      case 'writeOff':
        await transact(ctx, 'orders:write', (tx) => moveOrder(tx, recorded.orderId, 'write-off'))
        return
      case 'capture':
        recorded.paymentId = await capture(recorded.orderId)
        return
      case 'beginRefund': {
        const begun = await createRefund(ctx, { id: recorded.paymentId!, amount, reason: 'Ill.' })
        recorded.refunds.push(begun.id!)
        return
      }
      case 'payRefund': {
        const id = recorded.refunds.shift()!
        recorded.refunded.push(id)
        await settleRefund(ctx, { id, result: { outcome: 'SUCCEEDED', reference: 'r' } })
        return
      }
      case 'failRefund':
      case 'returnRefund': {
        const id = (step === 'failRefund' ? recorded.refunds : recorded.refunded).shift()!
        const result = { outcome: 'FAILED', failureCode: 'refund_declined' } as const
        await settleRefund(ctx, { id, result })
      }
    }
  }

  /** An order that is partly paid, cancelled with the payment kept, and partly refunded. */
  const keep = async (of: {
    amount: number
    taxRate: number
    paidPercent: number
    isCancelled: boolean
    refundPercent: number
  }) => {
    const line = { description: 'Session', quantity: 1, unitAmountMinor: of.amount }
    const draft = {
      childId: families.get('cli_a')!.childId,
      appointmentId: null,
      currency: 'EUR',
      lines: [{ serviceId: null, ...line, taxBasisPoints: of.taxRate * 100 }],
    }
    const order = await transact(ctx, 'orders:write', (tx) =>
      insertOrder(tx, draft, { purpose: 'SERVICE' }),
    )
    const paid = Math.floor((order.amountMinor * of.paidPercent) / 100)
    if (paid > 0) {
      const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' } as const
      const { id } = await createPayment(ctx, { orderId: order.id, amount: paid, paymentMethod })
      await settlePayment(ctx, { id, result: { outcome: 'SUCCEEDED', reference: id } })
      const back = Math.floor((paid * of.refundPercent) / 100)
      if (back > 0) await createRefund(ctx, { id, amount: back, reason: 'Ill.' })
    }
    if (of.isCancelled && paid < order.amountMinor)
      await transact(ctx, 'orders:write', (tx) => moveOrder(tx, order.id, 'cancel'))
  }

  /** Non-zero balances by kind, currency and family name. */
  const balances = async (): Promise<Record<string, number>> => {
    const query = LedgerAccountQuery.parse({ limit: 100 })
    const { data } = await listLedgerAccounts(ctx, query)
    const names = new Map([...families].map(([name, { clientId }]) => [clientId, name]))
    const shown = data.map(({ kind, currency, clientId, balance }) => [
      [kind, currency, names.get(clientId)].join('/'),
      balance,
    ])
    return Object.fromEntries(shown.filter(([, balance]) => balance !== 0))
  }

  return { client, ctx, families, take, keep, balances }
}
export type Books = Awaited<ReturnType<typeof openBooks>>

const familyOf = async (ctx: Context, name: string | null) => {
  const child = { firstName: 'Lena', lastName: 'Weiss', birthDate: '2021-04-30' }
  const { id: childId } = await createChild(ctx, child)
  if (name === null) return { childId, clientId: null }
  const { id: clientId } = await createClient(ctx, { name })
  const tie = { childId, clientId, relationship: 'mother', legal: true, billing: true }
  await createGuardianship(ctx, tie)
  return { childId, clientId }
}
