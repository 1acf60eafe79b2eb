/** Stripe Connect accounts, transfers and payouts, as Stripe stores them. */
import { sum, type Answer } from './stripe-intents.ts'

interface Transfer {
  id: string
  object: 'transfer'
  amount: number
  currency: string
  destination: string
  transfer_group: string
  created: number
  reversed: boolean
}

interface Payout {
  id: string
  object: 'payout'
  amount: number
  currency: string
  status: string
  failure_code: string | null
  created: number
  metadata: Record<string, string>
  /** Its account, which Stripe does not return. */
  account: string
}

/** Accounts by outcome; any other exists and is paid out manually. */
export const CONNECT_ACCOUNTS = {
  byHand: 'acct_byHand',
  /** Stripe pays it out automatically. */
  bySchedule: 'acct_bySchedule',
  unknown: 'acct_unknown',
  /** Accepts transfers but no payouts. */
  refusing: 'acct_refusing',
} as const

export const transfersOf = () => {
  const transfers = new Map<string, Transfer>()
  const payouts = new Map<string, Payout>()
  const ok = (body: object): Answer => ({ status: 200, body })
  const refused = (code: string, status = 400): Answer => ({
    status,
    body: { error: { type: 'invalid_request_error', code } },
  })
  const list = (url: string, data: object[]) => ok({ object: 'list', data, has_more: false, url })
  const now = () => Math.floor(Date.now() / 1000)
  const standing = () => [...transfers.values()].filter(({ reversed }) => !reversed)
  const balanceOf = (account: string) =>
    sum(standing().filter(({ destination }) => destination === account)) -
    sum([...payouts.values()].filter((it) => it.account === account))

  const transfer = (form: URLSearchParams): Answer => {
    const destination = form.get('destination') ?? ''
    if (destination === CONNECT_ACCOUNTS.unknown) return refused('resource_missing')
    const made: Transfer = {
      id: `tr_${transfers.size + 1}`,
      object: 'transfer',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      destination,
      transfer_group: form.get('transfer_group') ?? '',
      created: now(),
      reversed: false,
    }
    transfers.set(made.id, made)
    return ok(made)
  }

  const reverse = (id: string): Answer => {
    const found = transfers.get(id)
    if (!found) return refused('resource_missing', 404)
    if (found.reversed) return refused('transfer_already_reversed')
    found.reversed = true
    return ok({ id: `trr_${id}`, object: 'transfer_reversal', amount: found.amount })
  }

  const payOut = (form: URLSearchParams, account: string): Answer => {
    const amount = Number(form.get('amount'))
    if (account === CONNECT_ACCOUNTS.refusing) return refused('payouts_not_allowed')
    if (balanceOf(account) < amount) return refused('balance_insufficient')
    const made: Payout = {
      id: `po_${payouts.size + 1}`,
      object: 'payout',
      amount,
      currency: form.get('currency') ?? '',
      status: 'pending',
      failure_code: null,
      created: now(),
      metadata: { record_id: form.get('metadata[record_id]') ?? '' },
      account,
    }
    payouts.set(made.id, made)
    return ok(made)
  }

  return {
    /** In connected accounts, in minor units, without reversals. */
    transferred: () => sum(standing()),
    /** On the way to their banks. */
    paidOut: () => sum([...payouts.values()]),

    /** Undefined: not about transfers. */
    serve: (
      method: string,
      path: string,
      form: URLSearchParams,
      account: string,
    ): Answer | undefined => {
      const [, , kind, id, verb] = path.split('/')
      if (kind === 'accounts') {
        const interval = id === CONNECT_ACCOUNTS.bySchedule ? 'daily' : 'manual'
        return ok({ id, object: 'account', settings: { payouts: { schedule: { interval } } } })
      }
      if (kind === 'transfers') {
        if (method === 'POST') return verb === 'reversals' ? reverse(id!) : transfer(form)
        const of = (it: Transfer) =>
          it.transfer_group === form.get('transfer_group') &&
          it.destination === form.get('destination')
        return list('/v1/transfers', [...transfers.values()].filter(of))
      }
      if (kind === 'payouts') {
        if (method === 'POST') return payOut(form, account)
        const since = Number(form.get('created[gte]'))
        const of = (it: Payout) => it.account === account && it.created >= since
        return list('/v1/payouts', [...payouts.values()].filter(of))
      }
      return undefined
    },
  }
}
