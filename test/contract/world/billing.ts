import { Stripe } from 'stripe'
import { recordDispute } from '#payments/disputes/record-dispute.ts'
import { settlePayment } from '#payments/payments/settle-payment.ts'
import { completeSettlement } from '#payouts/settlements/complete-settlement.ts'
import { recordTransfer } from '#payouts/settlements/record-transfer.ts'
import { DAY_MS } from '#platform/core/time/time.ts'
import { systemContext } from '#platform/core/context/context.ts'
import type { DisputeState } from '../../../providers/payments/dispute-state.ts'
import type { Json, Made, Records } from './records.ts'
import type { People } from './people.ts'
import type { Scheduling } from './scheduling.ts'

/** As reported by a gateway. */
export const DISPUTE_STATE: DisputeState = {
  reference: 'dp_1',
  status: 'NEEDS_RESPONSE',
  isInquiry: false,
  reason: 'fraudulent',
  amountMinor: 9_500,
  currency: 'EUR',
  withdrawnMinor: 9_500,
  withheldMinor: 9_500,
  fee: { amountMinor: 2_000, currency: 'EUR' },
  dueAt: new Date('2026-12-05T22:59:59.000Z'),
}

/** Charged and authorized records. */
export const createBilling = (
  { make, byOwner, first, word, api, client }: Records,
  { child, family, provider }: People,
  { appointment, appointmentThat }: Scheduling,
) => {
  const { tenantId } = client
  const newPayer = async (): Promise<Json> => ({
    kind: 'CLIENT',
    clientId: (await family()).id,
    taxId: 'DE123456789',
    eInvoiceAddress: { scheme: 'EM', value: 'mara@example.com' },
  })

  const payer = async () => make('/v1/payers', await newPayer())

  const newTreatmentCycle = async (): Promise<Json> => ({
    childId: (await child()).id,
    payer: 'Public insurance',
    authorized: 20,
    startsOn: '2026-09-01',
    endsOn: '2027-02-28',
  })

  const treatmentCycle = async () => make('/v1/treatment-cycles', await newTreatmentCycle())

  const newOrder = async (): Promise<Json> => ({
    appointmentId: (await appointment()).id,
    payerId: (await payer()).id,
  })

  const order = async () => make('/v1/orders', await newOrder())

  const newLegalEntity = async (): Promise<Json> => ({
    numberPrefix: word().slice(-10).toUpperCase(),
    name: 'Sunrise Therapy GmbH',
    address: { line1: 'Lindenstraße 12', city: 'Berlin', postalCode: '10969', country: 'DE' },
    email: 'billing@sunrise.example',
    vatId: 'DE123456789',
    dunningLevels: [{ daysAfterDue: 7, text: null, fee: { amount: 500, currency: 'EUR' } }],
  })

  const legalEntity = async () => make('/v1/legal-entities', await newLegalEntity())

  const newInvoice = async (): Promise<Json> => ({
    orderIds: [(await order()).id],
    legalEntityId: (await legalEntity()).id,
    note: 'Thank you.',
  })

  const invoice = async () => make('/v1/invoices', await newInvoice())

  /** For a payer with an address. */
  const issuedInvoice = async (): Promise<Made> => {
    const draft = await invoice()
    await client.patch(`/v1/clients/${String(draft['clientId'])}`, {
      address: { line1: 'Am Markt 1', city: 'Bonn', postalCode: '53111', country: 'DE' },
    })
    return make(`/v1/invoices/${draft.id}/issue`)
  }

  const creditNote = async () =>
    make(`/v1/invoices/${(await issuedInvoice()).id}/credit`, { reason: 'Billed twice.' })

  const dunning = async (): Promise<Made> =>
    first(`/v1/dunnings?invoiceId=${(await issuedInvoice()).id}`)

  const heldDunning = async () =>
    make(`/v1/dunnings/${(await dunning()).id}/hold`, { reason: 'DISPUTED', note: 'They called.' })

  const newDiscountCode = async (): Promise<Json> => ({
    code: word().slice(-10).toUpperCase(),
    percent: 10,
    maxUses: 100,
    maxUsesPerClient: 2,
  })

  const discountCode = async () => make('/v1/discount-codes', await newDiscountCode())

  const discountedOrder = async () => {
    const { code: used } = await discountCode()
    return make('/v1/orders', { ...(await newOrder()), discountCode: used })
  }

  const newPrepayment = async (): Promise<Json> => ({
    clientId: (await family()).id,
    amount: 9500,
    method: 'CASH',
    reference: 'Receipt 14',
  })

  /** Credit payable through the sandbox; Stripe cannot pay it out. */
  const creditBalance = async () => {
    await archivePaymentAccounts()
    return make('/v1/credit-balances', await newPrepayment())
  }

  const creditPayout = async () =>
    make(`/v1/credit-balances/${(await creditBalance()).id}/payouts`, {
      amount: 4500,
      method: 'PAYOUT_ACCOUNT',
      destination: 'acct_sandbox_ok',
      reason: 'The family moves away.',
    })

  /** Ten sessions bought for a child. */
  const sessionPackage = async (): Promise<Made> => {
    const { id: childId } = await child()
    const { id: clientId } = await family()
    const billing = { relationship: 'mother', billing: true }
    await make('/v1/guardianships', { childId, clientId, ...billing })
    const bought = { kind: 'PACKAGE', package: { sessions: 10, validMonths: 12 } }
    const line = { description: 'Ten sessions', quantity: 1, unitAmount: 90_000, ...bought }
    const { id: orderId } = await make('/v1/orders', { childId, lines: [line] })
    return first(`/v1/session-packages?orderId=${orderId}`)
  }

  /** Another child of the buyer of a package. */
  const siblingOf = async ({ clientId }: Made): Promise<string> => {
    const { id: childId } = await child()
    await make('/v1/guardianships', { childId, clientId, relationship: 'mother' })
    return childId
  }

  /** …partly transferred to a sibling. */
  const sharedPackage = async (): Promise<Made> => {
    const bought = await sessionPackage()
    const body = { childId: await siblingOf(bought), sessions: 3 }
    await make(`/v1/session-packages/${bought.id}/transfer`, body)
    return bought
  }

  /** A completed session, paid by the family. */
  const newSuperbill = async (): Promise<Json> => {
    const { id: appointmentId } = await appointmentThat('complete')
    const { id: payerId, clientId } = await payer()
    const { id: orderId, childId } = await make('/v1/orders', { appointmentId, payerId })
    await capturedPayment(orderId)
    const { id: legalEntityId } = await legalEntity()
    const period = { startsOn: '2026-11-01', endsOn: '2027-12-31' }
    return { childId, clientId, legalEntityId, ...period, diagnosisCodes: ['F80.2'] }
  }

  const superbill = async () => make('/v1/superbills', await newSuperbill())

  /** Open for so long that a recommendation names it. */
  const unpaidOrder = async (): Promise<Made> => {
    const made = await order()
    await api.query(
      `UPDATE orders SET created_at = created_at - interval '60 days' WHERE tenant_id = $1 AND id = $2`,
      [tenantId, made.id],
    )
    return made
  }

  const newDismissal = async () => ({
    rule: 'ORDER_UNPAID',
    recordId: (await unpaidOrder()).id,
    reason: 'Their insurance pays in spring.',
  })

  const dismissal = async (): Promise<Made> =>
    make('/v1/ai/recommendations/dismiss', await newDismissal())

  const archivePaymentAccounts = async (): Promise<void> => {
    const { data } = (await client.get<{ data: Made[] }>('/v1/payment-accounts')).body
    for (const { id } of data) await make(`/v1/payment-accounts/${id}/archive`)
  }

  /** A centre has one active account. */
  const newPaymentAccount = async (): Promise<Json> => {
    await archivePaymentAccounts()
    return {
      kind: 'STRIPE',
      name: 'Stripe, Berlin',
      gatewayAccountId: 'acct_1032D82eZvKYlo2C',
      publishableKey: 'pk_test_51HxKpq0123456789',
      secretKey: 'rk_test_51HxKpq0123456789',
      webhookSecret: 'whsec_0123456789abcdef0123',
    }
  }

  const paymentAccount = async () => make('/v1/payment-accounts', await newPaymentAccount())

  /** A Stripe event signed for an account of the world. */
  const paymentWebhook = async () => {
    const secret = 'whsec_0123456789abcdef0123'
    const account = await paymentAccount()
    const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' }
    const payload = JSON.stringify({ ...event, livemode: false, data: { object: {} } })
    const timestamp = Math.floor(api.services.platform.clock.now().getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return {
      path: String(account['webhookPath']),
      body: payload,
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    }
  }

  const payment = async () =>
    make('/v1/payments', {
      orderId: (await order()).id,
      paymentMethod: { type: 'CARD', id: 'pm_sandbox_ok' },
    })

  const capturedPayment = async (orderId?: string): Promise<Made> => {
    const paymentMethod = { type: 'CARD', id: 'pm_sandbox_ok' }
    const made = await (orderId ? make('/v1/payments', { orderId, paymentMethod }) : payment())
    const ctx = systemContext(api.services.platform, { tenantId, action: 'settlePayment' })
    await settlePayment(ctx, { id: made.id, result: { outcome: 'SUCCEEDED', reference: 'r' } })
    return made
  }

  /** A paid appointment that was cancelled. */
  const prepaidCancellation = async (): Promise<Made> => {
    const made = await appointment()
    await capturedPayment((await make('/v1/orders', { appointmentId: made.id })).id)
    await make(`/v1/appointments/${made.id}/cancel`, { initiator: 'PROVIDER', reason: 'Ill' })
    return made
  }

  const refund = async () =>
    make(`/v1/payments/${(await capturedPayment()).id}/refunds`, {
      reason: 'The therapist was ill.',
    })

  /** A dispute of a captured payment. */
  const dispute = async (orderId?: string): Promise<Made> => {
    const { id: paymentId } = await capturedPayment(orderId)
    const ctx = systemContext(api.services.platform, { tenantId, action: 'recordDispute' })
    await recordDispute(ctx, { paymentId, state: DISPUTE_STATE })
    return first(`/v1/disputes?paymentId=${paymentId}`)
  }

  const answeredDispute = async (): Promise<Made> =>
    make(`/v1/disputes/${(await dispute()).id}/evidence`, {
      texts: [{ kind: 'OTHER', text: 'They were there.' }],
    })

  const ledgerAccount = async (): Promise<Made> => {
    await refund()
    return first('/v1/ledger-accounts?kind=RECEIVABLE')
  }

  const newSplitTerms = async (): Promise<Json> => ({
    providerId: (await provider()).id,
    currency: 'EUR',
    startsOn: '2026-01-01',
    shares: {
      platform: { percent: 10 },
      provider: { percent: 70 },
      centre: { percent: 20 },
    },
  })

  const splitTerms = async () => make('/v1/marketplace/split-terms', await newSplitTerms())

  /** Captured payments for appointments of a provider with split terms. */
  const paymentsToSettle = async (): Promise<{ providerId: string; paymentIds: string[] }> => {
    const { id, provider: by, childId, serviceId } = await appointment()
    const { id: providerId } = by as { id: string }
    const startsAt = '2026-12-02T10:00:00+01:00'
    const type = 'THERAPY_SESSION'
    const next = { childId, providerId, serviceId, startsAt, type }
    const { id: later } = await make('/v1/appointments', next)
    const agreed = { providerId, recognition: 'PAYMENT' }
    await make('/v1/marketplace/split-terms', { ...(await newSplitTerms()), ...agreed })
    const paymentIds: string[] = []
    for (const appointmentId of [id, later]) {
      const { id: orderId } = await make('/v1/orders', { appointmentId })
      paymentIds.push((await capturedPayment(orderId)).id)
    }
    return { providerId, paymentIds }
  }

  const newSettlement = () => paymentsToSettle()

  /** A draft created by another key, whose provider has a payout account. */
  const settlement = async (): Promise<Made> =>
    byAnother('/v1/marketplace/settlements', await payable(await paymentsToSettle()))

  const payable = async <Body extends { providerId: string }>(body: Body): Promise<Body> => {
    const { providerId } = body
    // Every gateway pays to its own account.
    const account = { providerId, holder: 'Ana Ruiz', gatewayAccountId: 'acct_sandbox_ok' }
    const { id } = await byAnother('/v1/payout-accounts', account)
    await byOwner(`/v1/payout-accounts/${id}/verify`)
    return body
  }

  const newPayoutAccount = async (): Promise<Json> => ({
    providerId: (await provider({ email: 'ana@example.com' })).id,
    holder: 'Ana Ruiz',
    iban: 'DE89 3704 0044 0532 0130 00',
  })

  /** …created by another key. */
  const payoutAccount = async (): Promise<Made> =>
    byAnother('/v1/payout-accounts', await newPayoutAccount())

  const byAnother = async (path: string, body: object): Promise<Made> => {
    const another = await api.createClient(tenantId)
    const answer = await another.post<Made>(path, body)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  /** The amount held back by a paid settlement. */
  const reserve = async (): Promise<Made> => {
    const holdBack = { amount: 500, days: 30, reason: 'A complaint is looked into.' }
    const { id } = await make('/v1/marketplace/settlements', {
      ...(await payable(await paymentsToSettle())),
      holdBack,
    })
    await byOwner(`/v1/marketplace/settlements/${id}/approve`)
    const ctx = systemContext(api.services.platform, { tenantId, action: 'payOut' })
    for (const step of ['transfer', 'payOut'] as const)
      await recordTransfer(ctx, { id, step, result: { outcome: 'SUCCEEDED', reference: id } })
    await completeSettlement(ctx, { id })
    return first(`/v1/marketplace/reserves?settlementId=${id}`)
  }

  /** A day later each time, long before everything else, because a day is locked once. */
  const newPeriodLock = async () => {
    const path = '/v1/period-locks?limit=1'
    const { data } = (await client.get<{ data: { lockedThroughOn: string | null }[] }>(path)).body
    const last = new Date(data[0]?.lockedThroughOn ?? '2001-01-01')
    const lockedThroughOn = new Date(last.getTime() + DAY_MS).toISOString().slice(0, 10)
    return { lockedThroughOn, reason: 'Handed over.' }
  }
  const periodLock = async () => make('/v1/period-locks', await newPeriodLock())

  /** …created by another key, from the settlement that holds it back. */
  const platformPayout = async (): Promise<Made> => {
    await reserve()
    await withoutPlatformPayout()
    return byAnother('/v1/marketplace/platform-payouts', { reference: 'Invoice 2026-118' })
  }

  /** There is one draft at a time. */
  const withoutPlatformPayout = async (): Promise<void> => {
    const path = '/v1/marketplace/platform-payouts'
    const drafts = await client.get<{ data: Made[] }>(`${path}?status=DRAFT`)
    for (const { id } of drafts.body.data) await make(`${path}/${id}/cancel`)
  }

  /** The settlement that pays it. */
  const releasedReserve = async (): Promise<Made> => {
    const { id, providerId } = await reserve()
    await make(`/v1/marketplace/reserves/${id}/release`)
    const period = { startsOn: '2026-10-01', endsOn: '2026-10-31' }
    const request = { providerId, ...period }
    return make('/v1/marketplace/settlements', request)
  }

  return {
    newPayer,
    payer,
    newTreatmentCycle,
    treatmentCycle,
    newOrder,
    order,
    unpaidOrder,
    newDismissal,
    dismissal,
    newLegalEntity,
    legalEntity,
    newInvoice,
    invoice,
    issuedInvoice,
    creditNote,
    newPaymentAccount,
    paymentAccount,
    paymentWebhook,
    dunning,
    heldDunning,
    newDiscountCode,
    discountCode,
    discountedOrder,
    newPrepayment,
    creditBalance,
    creditPayout,
    sessionPackage,
    siblingOf,
    sharedPackage,
    newSuperbill,
    superbill,
    payment,
    capturedPayment,
    prepaidCancellation,
    refund,
    dispute,
    answeredDispute,
    ledgerAccount,
    newSplitTerms,
    splitTerms,
    paymentsToSettle,
    newPayoutAccount,
    payoutAccount,
    newSettlement,
    payable,
    settlement,
    platformPayout,
    withoutPlatformPayout,
    newPeriodLock,
    periodLock,
    reserve,
    releasedReserve,
  }
}
