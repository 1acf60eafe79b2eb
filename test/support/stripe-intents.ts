/** Payment intents and refunds as Stripe stores them. */

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  status: string
  metadata: Record<string, string>
  next_action: object | null
  last_payment_error: object | null
}

interface Refund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: string
  failure_reason: string | null
  metadata: Record<string, string>
}

export interface Dispute {
  id: string
  object: 'dispute'
  payment_intent: string
  amount: number
  currency: string
  reason: string
  status: string
  metadata: Record<string, string>
  evidence: Record<string, string>
  evidence_details: { due_by: number | null }
  balance_transactions: { amount: number; fee: number; currency: string }[]
}

/** The server's responses. */
export interface Answer {
  status: number
  body: object
}

/** The result of confirming a payment method. */
const DECISIONS: Readonly<Record<string, string>> = {
  pm_card_visa: 'succeeded',
  pm_card_refundFail: 'succeeded',
  pm_card_authenticationRequired: 'requires_action',
  pm_sepa_debit: 'processing',
}
const DECLINES: Readonly<Record<string, { code: string; decline_code?: string }>> = {
  pm_card_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_card_insufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_card_expired: { code: 'expired_card' },
}

export const intentsOf = () => {
  const intents = new Map<string, Intent>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const methods = new Map<string, string>()
  let files = 0
  const ok = (body: object): Answer => ({ status: 200, body })
  const error = (status: number, body: object): Answer => ({ status, body: { error: body } })
  const missing = (param: string) =>
    error(404, { type: 'invalid_request_error', code: 'resource_missing', param })
  const unexpected = (payment_intent: Intent) =>
    error(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      payment_intent,
    })

  const create = (form: URLSearchParams): Answer => {
    const intent: Intent = {
      id: `pi_${intents.size + 1}`,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      metadata: { payment_id: form.get('metadata[payment_id]') ?? '' },
      next_action: null,
      last_payment_error: null,
    }
    if (intent.amount < 50)
      return error(400, { type: 'invalid_request_error', code: 'amount_too_small' })
    intents.set(intent.id, intent)
    return ok(intent)
  }

  const confirm = (intent: Intent, form: URLSearchParams): Answer => {
    if (intent.status !== 'requires_payment_method') return unexpected(intent)
    const method = form.get('payment_method') ?? ''
    const decline = DECLINES[method]
    if (decline) {
      intent.last_payment_error = { type: 'card_error', ...decline }
      return error(402, { type: 'card_error', ...decline, payment_intent: intent })
    }
    const decided = DECISIONS[method]
    if (decided === undefined) return missing('payment_method')
    methods.set(intent.id, method)
    intent.status = decided
    if (decided === 'requires_action')
      intent.next_action = form.has('return_url')
        ? {
            type: 'redirect_to_url',
            redirect_to_url: { url: `https://hooks.stripe.example/${intent.id}` },
          }
        : { type: 'use_stripe_sdk' }
    return ok(intent)
  }

  const refund = (form: URLSearchParams): Answer => {
    const intent = intents.get(form.get('payment_intent') ?? '')
    if (!intent) return missing('payment_intent')
    const amount = Number(form.get('amount'))
    const fails = methods.get(intent.id) === 'pm_card_refundFail'
    const made: Refund = {
      id: `re_${refunds.size + 1}`,
      object: 'refund',
      payment_intent: intent.id,
      amount,
      status: fails ? 'failed' : 'succeeded',
      failure_reason: fails ? 'lost_or_stolen_card' : null,
      metadata: { refund_id: form.get('metadata[refund_id]') ?? '' },
    }
    if (intent.status !== 'succeeded' || amount + refundedOf(intent.id) > intent.amount)
      return error(400, { type: 'invalid_request_error', code: 'charge_already_refunded' })
    refunds.set(made.id, made)
    return ok(made)
  }

  const submit = (dispute: Dispute, form: URLSearchParams): void => {
    for (const [name, value] of form) {
      const [, group, member] = /^(evidence|metadata)\[(\w+)\]$/.exec(name) ?? []
      if (group === 'evidence') dispute.evidence[member!] = value
      if (group === 'metadata') dispute.metadata[member!] = value
    }
    if (form.get('submit') === 'true') dispute.status = 'under_review'
  }

  const refundedOf = (intentId: string) =>
    sum(
      [...refunds.values()].filter(
        (it) => it.payment_intent === intentId && it.status === 'succeeded',
      ),
    )

  return {
    intents,
    captured: () => sum([...intents.values()].filter(({ status }) => status === 'succeeded')),
    refunded: () => sum([...refunds.values()].filter(({ status }) => status === 'succeeded')),

    dispute: (intentId: string, found: Partial<Dispute>): Dispute => {
      const intent = intents.get(intentId)!
      const id = `dp_${disputes.size + 1}`
      const dispute: Dispute = {
        id,
        object: 'dispute',
        payment_intent: intentId,
        amount: intent.amount,
        currency: intent.currency,
        reason: 'fraudulent',
        status: 'needs_response',
        metadata: {},
        evidence: {},
        evidence_details: { due_by: 1_796_515_199 },
        balance_transactions: [{ amount: -intent.amount, fee: 2_000, currency: intent.currency }],
        ...found,
      }
      disputes.set(id, dispute)
      return dispute
    },

    sendBack: (refundId: string, reason: string) => {
      const sent = refunds.get(refundId)!
      sent.status = 'failed'
      sent.failure_reason = reason
    },

    decide: (id: string, outcome: 'succeeded' | { declineCode: string }) => {
      const intent = intents.get(id)!
      intent.next_action = null
      intent.status = outcome === 'succeeded' ? outcome : 'requires_payment_method'
      if (outcome !== 'succeeded')
        intent.last_payment_error = { type: 'card_error', code: outcome.declineCode }
    },

    serve: (method: string, path: string, form: URLSearchParams): Answer => {
      const [, , kind, id, verb] = path.split('/')
      if (kind === 'refunds') {
        if (method === 'POST') return refund(form)
        if (id !== undefined) {
          const found = refunds.get(id)
          return found ? ok(found) : missing('refund')
        }
        const data = [...refunds.values()].filter(
          ({ payment_intent }) => payment_intent === form.get('payment_intent'),
        )
        return ok({ object: 'list', data, has_more: false, url: '/v1/refunds' })
      }
      if (kind === 'disputes') {
        const dispute = disputes.get(id ?? '')
        if (!dispute) return missing('dispute')
        if (verb === 'close') dispute.status = 'lost'
        else if (method === 'POST') submit(dispute, form)
        return ok(dispute)
      }
      if (kind === 'files') return ok({ id: `file_${++files}`, object: 'file' })
      if (kind !== 'payment_intents') return missing('url')
      if (id === undefined) return create(form)
      const intent = intents.get(id)
      if (!intent) return missing('intent')
      if (verb === undefined) return ok(intent)
      if (verb === 'confirm') return confirm(intent, form)
      if (['succeeded', 'processing', 'canceled'].includes(intent.status)) return unexpected(intent)
      intent.status = 'canceled'
      return ok(intent)
    },
  }
}

export const sum = (amounts: readonly { amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0)
