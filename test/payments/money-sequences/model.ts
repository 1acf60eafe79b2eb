/** The money of a family and of their child's provider, modelled independently. */
export interface Life {
  childId: string
  clientId: string
  providerId: string
  orders: Order[]
  /** Total prepayments. */
  prepaid: number
  credit: number
  /** The recorded balance, if there is one. */
  creditId?: string
  payouts: Payout[]
  settlements: Settlement[]
}

export interface Order {
  id: string
  amount: number
  tax: number
  status: 'OPEN' | 'PAID' | 'REFUNDED' | 'CANCELLED' | 'WRITTEN_OFF'
  /** For an appointment: its payments are settled with the provider. */
  isVisit: boolean
  payments: Payment[]
}

export interface Payment {
  id: string
  amount: number
  by: 'CARD' | 'CASH' | 'CREDIT'
  status: 'IN_FLIGHT' | 'CAPTURED' | 'FAILED'
  refunds: Refund[]
  dispute?: { id: string; status: 'OPEN' | 'WON' | 'LOST'; fee: number }
  isSettled: boolean
}

export interface Refund {
  id: string
  amount: number
  toCredit: boolean
  status: 'IN_FLIGHT' | 'MADE' | 'FAILED'
}

interface Payout {
  id: string
  amount: number
  status: 'IN_FLIGHT' | 'MADE' | 'FAILED'
}

interface Settlement {
  id: string
  status: 'RUNNING' | 'PAID' | 'FAILED'
  provider: number
  platform: number
  payout: number
  payments: Payment[]
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)

const refundsOf = ({ refunds }: Payment, ...statuses: Refund['status'][]) =>
  refunds.filter(({ status }) => statuses.includes(status))
/** Refunded, or on its way. */
const goneOf = (payment: Payment): number =>
  sum(refundsOf(payment, 'IN_FLIGHT', 'MADE').map(({ amount }) => amount))
const lostOf = ({ dispute, amount }: Payment): number => (dispute?.status === 'LOST' ? amount : 0)
export const leftOf = (payment: Payment): number =>
  payment.status === 'CAPTURED' ? payment.amount - goneOf(payment) - lostOf(payment) : 0

const paymentsOf = ({ payments }: Order, status: Payment['status']) =>
  payments.filter((payment) => payment.status === status)
const captured = (order: Order): number =>
  sum(paymentsOf(order, 'CAPTURED').map(({ amount }) => amount))
export const inFlight = (order: Order): number =>
  sum(paymentsOf(order, 'IN_FLIGHT').map(({ amount }) => amount))
export const owed = (order: Order): number =>
  order.status === 'OPEN' ? order.amount - captured(order) : 0
/** The centre has money of the family, or may receive some. */
export const isHeld = (order: Order): boolean =>
  order.payments.some(
    (payment) =>
      payment.status === 'IN_FLIGHT' ||
      leftOf(payment) > 0 ||
      refundsOf(payment, 'IN_FLIGHT').length > 0,
  )

/** After each step: paid or refunded. */
export const follow = (order: Order): void => {
  if (order.status === 'OPEN' && captured(order) === order.amount) order.status = 'PAID'
  if (order.status === 'PAID' && !isHeld(order)) order.status = 'REFUNDED'
  if (order.status === 'REFUNDED' && isHeld(order)) order.status = 'PAID'
}

const taxIn = ({ tax, amount }: Order, part: number): number =>
  Math.floor((2 * Math.min(part, amount) * tax + amount) / (2 * amount))

/** Balances by kind of account and party, derived from records without postings. */
export const balancesOf = (life: Life): [account: string, balance: number][] => {
  const { clientId, providerId, orders, payouts, settlements } = life
  const payments = orders.flatMap((order) => order.payments)
  const taken = payments.filter(({ status }) => status === 'CAPTURED')
  const money = taken.filter(({ by }) => by !== 'CREDIT')
  const refunds = taken.flatMap((payment) => payment.refunds)
  const byStatus = (all: readonly { status: string; amount: number }[], status: string) =>
    sum(all.filter((it) => it.status === status).map(({ amount }) => amount))
  const inMoney = refunds.filter(({ toCredit }) => !toCredit)
  const disputed = taken.filter(({ dispute }) => dispute !== undefined)
  const withheld = (status: string) =>
    sum(disputed.filter(({ dispute }) => dispute!.status === status).map(({ amount }) => amount))
  const fees = sum(disputed.map(({ dispute }) => dispute!.fee))
  const approved = settlements.filter(({ status }) => status !== 'FAILED')
  const paid = settlements.filter(({ status }) => status === 'PAID')
  const provider = sum(approved.map((it) => it.provider))
  const platform = sum(approved.map((it) => it.platform))
  const paidOut = sum(paid.map(({ payout }) => payout))

  const of = (order: Order) => {
    const back = sum(order.payments.map((payment) => goneOf(payment) + lostOf(payment)))
    const claimed = order.status === 'CANCELLED' ? captured(order) : order.amount
    return { net: claimed - back, tax: taxIn(order, claimed) - taxIn(order, back) }
  }
  const kept = orders.map(of)
  return [
    [`RECEIVABLE/${clientId}`, sum(orders.map(owed))],
    [
      `REFUND_PAYABLE/${clientId}`,
      -byStatus(inMoney, 'IN_FLIGHT') - byStatus(payouts, 'IN_FLIGHT'),
    ],
    [`CREDIT_PAYABLE/${clientId}`, -life.credit],
    [
      'GATEWAY_CLEARING',
      sum(money.map(({ amount }) => amount)) +
        life.prepaid -
        byStatus(inMoney, 'MADE') -
        byStatus(payouts, 'MADE') -
        withheld('OPEN') -
        withheld('LOST') -
        fees -
        paidOut,
    ],
    ['TAX_PAYABLE', -sum(kept.map(({ tax }) => tax))],
    // Rounding a cent of tax between the two is up to them; their sum is what is kept.
    ['REVENUE + DISPUTE_LOSS', -sum(kept.map(({ net, tax }) => net - tax))],
    ['DISPUTED_FUNDS', withheld('OPEN')],
    ['DISPUTE_FEES', fees],
    [
      'BAD_DEBT',
      sum(
        orders
          .filter(({ status }) => status === 'WRITTEN_OFF')
          .map((order) => order.amount - captured(order)),
      ),
    ],
    ['PROVIDER_SHARE', provider],
    [`PROVIDER_PAYABLE/${providerId}`, paidOut - provider],
    ['PLATFORM_SHARE', platform],
    ['PLATFORM_PAYABLE', -platform],
  ]
}
