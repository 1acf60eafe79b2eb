import fc from 'fast-check'
import type { MoneyStep } from '#receivables/ledger/posting-rules.ts'

/** An independent model of an order: charged, paid and refunded amounts. */
export interface Order {
  clientId: string | null
  purpose: string
  currency: string
  amount: number
  status: 'OPEN' | 'CANCELLED' | 'WRITTEN_OFF' | 'PAID'
  /** Refunded, and being refunded. */
  refunded: number[]
  refunding: number[]
}

export const anyOrder = fc.record({
  clientId: fc.constantFrom('cli_a', 'cli_b', null),
  purpose: fc.constantFrom('SERVICE', 'CANCELLATION_FEE', 'NO_SHOW_FEE', 'DUNNING_FEE'),
  currency: fc.constantFrom('EUR', 'USD'),
  amount: fc.nat({ max: 10_000 }),
})

export const openOrder = (
  orders: Order[],
  terms: Pick<Order, 'clientId' | 'purpose' | 'currency' | 'amount'>,
): Order => {
  const order: Order = { ...terms, status: 'OPEN', refunded: [], refunding: [] }
  orders.push(order)
  return order
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
/** Neither refunded nor being refunded. */
const kept = ({ amount, refunded, refunding }: Order) => amount - sumOf(refunded) - sumOf(refunding)

/** The possible next steps of an order. */
export const stepsOf = (order: Order): MoneyStep[] => {
  if (order.status === 'OPEN')
    return order.amount > 0 ? ['cancel', 'writeOff', 'capture'] : ['cancel']
  if (order.status !== 'PAID') return []
  return [
    ...(kept(order) > 0 ? (['beginRefund'] as const) : []),
    ...(order.refunding.length > 0 ? (['payRefund', 'failRefund'] as const) : []),
    ...(order.refunded.length > 0 ? (['returnRefund'] as const) : []),
  ]
}

/** Applies a step and returns its amount. */
export const take = (order: Order, step: MoneyStep, choice: number): number => {
  switch (step) {
    case 'open':
      return order.amount
    case 'cancel':
      order.status = 'CANCELLED'
      return order.amount
    case 'writeOff':
      order.status = 'WRITTEN_OFF'
      return order.amount
    case 'capture':
      order.status = 'PAID'
      return order.amount
    case 'beginRefund': {
      const amount = 1 + (choice % kept(order))
      order.refunding.push(amount)
      return amount
    }
    case 'payRefund': {
      const amount = order.refunding.shift()!
      order.refunded.push(amount)
      return amount
    }
    case 'failRefund':
      return order.refunding.shift()!
    case 'returnRefund':
      return order.refunded.shift()!
  }
}

/** The non-zero balances derived from orders alone, without postings. */
export const balancesOf = (orders: readonly Order[]): Record<string, number> => {
  const balances = new Map<string, number>()
  const add = (account: string, { currency }: Order, party: string | null, amount: number) => {
    const key = [account, currency, party].join('/')
    balances.set(key, (balances.get(key) ?? 0) + amount)
  }
  for (const order of orders) {
    const income = order.purpose === 'SERVICE' ? 'REVENUE' : 'FEE_REVENUE'
    if (order.status === 'OPEN') add('RECEIVABLE', order, order.clientId, order.amount)
    if (order.status === 'PAID')
      add('GATEWAY_CLEARING', order, null, order.amount - sumOf(order.refunded))
    if (order.status === 'WRITTEN_OFF') add('BAD_DEBT', order, null, order.amount)
    add('REFUND_PAYABLE', order, order.clientId, -sumOf(order.refunding))
    if (order.status !== 'CANCELLED') add(income, order, null, -kept(order))
  }
  return Object.fromEntries([...balances].filter(([, balance]) => balance !== 0))
}
